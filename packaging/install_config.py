#!/usr/bin/env python3
"""Install the configuration file of the service, unless there is one: install_config.py FILE FOLDER. A file that
somebody has changed stays as it is."""

import os
import shutil
import sys
from pathlib import Path

source, folder = Path(sys.argv[1]), Path(sys.argv[2])
destination = os.environ.get("DESTDIR", "")
target = (Path(destination + str(folder)) if destination else folder) / source.name
if not target.exists():
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)
