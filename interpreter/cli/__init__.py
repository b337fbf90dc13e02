"""The command line: `barrage`, one verb per job."""
