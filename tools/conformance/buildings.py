"""A second opinion on private buildings: can a company use one of its own at all?

As naive and independent of the interpreter as judge.py; only asked where the two sides differ.
"""

from __future__ import annotations

from .judge import FULL_LEVEL, Judge


def own_buildings(judge: Judge) -> list[str]:
    """Private buildings where the company has put up a building."""
    sites = judge.owned("buildings")
    return [judge.buildings[site.split("_")[1]] for site in sites]


def can_use(judge: Judge, building: str) -> bool:
    price = judge.printed[building].get("action_price", {})
    credits = judge.player["credit"] - price.get("credit", 0)
    if credits < 0:
        return False
    wheel = judge.player["wheel"].values()
    match building:
        case "cofferdam":
            return any(has_room(judge, name) for name in judge.shot["map"]["dams"])
        case "development_office":
            return any("tile" in content for content in wheel)
        case "research_lab":
            return any({"excavator", "mixer"} & content.keys() for content in wheel)
        case "loan_agency":
            works = judge.shot["face_up"]["works"].values()
            return any(2 * sum(judge.printed[work]["cost"].values()) <= credits for work in works)
        case "control_station":
            return can_produce(judge, credits)
        case "customer_office":
            return bool(judge.player["contracts"])
    return True


def has_room(judge: Judge, name: str) -> bool:
    dam = judge.shot["map"]["dams"][name]
    own = dam["owner"] == judge.company
    deep = own and dam["level"] == FULL_LEVEL and "graziano_del_monte" in judge.officers
    return bool((own or dam["owner"] == "neutral") and dam["water"] < dam["level"] + deep)


def can_produce(judge: Judge, credits: int) -> bool:
    """With a bonus any drop will do, if there is a way to an own powerhouse."""
    places, printed = judge.shot["map"], judge.printed
    houses = {printed[name]["basin"] for name in judge.owned("powerhouses")}
    sources = {
        printed[name]["basin"]
        for name, dam in places["dams"].items()
        if dam["water"] and dam["owner"] in (judge.company, "neutral")
    }
    return any(
        printed[pipe]["basin"] in sources
        and printed[pipe]["end"] in houses
        and (owner == judge.company or credits > 0)
        for pipe, owner in places["conduits"].items()
    )
