"""Small tables, and what tools/tables.py makes of them."""

from tool_case import ToolTest

LEADERS = """\
# The leaders.
id:key,group:enum(party|kgb),stature:int(5..9),provenance

khruykin,kgb,6,public
lukin,party,7,reconstructed (stands in for another)
"""


class TableCase(ToolTest):
    def tables(self, *files):
        outputs = ("--header", "re_tables.h", "--source", "re_tables.c")
        return self.tool("tables.py", "--prefix", "re", *outputs, *files)

    def generate(self, **tables):
        for name, content in tables.items():
            self.write(f"{name}.csv", content)
        self.assert_quiet(self.tables(*(f"{name}.csv" for name in tables)))
        self.assert_compiles("re_tables.c")
        return self.read("re_tables.h"), self.read("re_tables.c")

    def refuse(self, content, message, name="leaders.csv"):
        self.write(name, content)
        self.assert_refused(self.tables(name), f"{name}:{message}", "re_tables.h", "re_tables.c")
