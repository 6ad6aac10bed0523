#!/usr/bin/env python3
"""Print the names, without their endings, of a folder's files that fit a pattern, for meson: found.py FOLDER PATTERN"""

import sys
from pathlib import Path

folder, pattern = sys.argv[1:]
names = sorted(path.stem for path in Path(folder).glob(pattern))
if not names:
    sys.exit(f"{folder}: nothing fits {pattern}")
print("\n".join(names))
