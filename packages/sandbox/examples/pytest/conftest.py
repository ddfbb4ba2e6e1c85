pytest_plugins = ["mailroom_sandbox"]
