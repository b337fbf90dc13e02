"""Readable prose made from the rules themselves, so that text and rule cannot drift apart."""

from interpreter.prose.book import LANGUAGES
from interpreter.prose.explain import Explainer, Explanation, explain
from interpreter.prose.references import Reference, references

__all__ = ["LANGUAGES", "Explainer", "Explanation", "Reference", "explain", "references"]
