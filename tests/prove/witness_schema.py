#!/usr/bin/env python3
"""Witnesses of `snag verify --witness` have the documented form of SV-COMP's YAML format:   witness_schema.py SNAG

The schema is written down here from the description of the format: version 2.0, and of violations what 2.2 adds, the thread of a
waypoint and a last segment with two targets. Witnesses of races, deadlocks, assertions and of good verdicts must fit it, name files that
are there, with their hashes, and lines that are in them; witnesses that are spoilt in one place must not fit. Prints TAP."""
import copy
import hashlib
import os
import subprocess
import sys
import tempfile

import jsonschema
import yaml

TEXT = {"type": "string", "minLength": 1}
NUMBER = {"type": "integer", "minimum": 1}


def record(required, optional=None):
    return {"type": "object", "required": sorted(required), "properties": {**required, **(optional or {})}, "additionalProperties": False}


LOCATION = record({"file_name": TEXT, "line": NUMBER}, {"column": NUMBER, "function": TEXT, "identifier": TEXT})
METADATA = record({
    "format_version": {"enum": ["2.0", "2.1", "2.2"]},
    "uuid": {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"},
    "creation_time": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$"},
    "producer": record({"name": TEXT, "version": TEXT}, {"configuration": TEXT, "command_line": TEXT, "description": TEXT}),
    "task": record({
        "input_files": {"type": "array", "minItems": 1, "items": TEXT},
        "input_file_hashes": {"type": "object", "minProperties": 1,
                              "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
        "specification": {"type": "string", "pattern": r"^CHECK\( init\(main\(\)\), LTL\(.*\) \)$"},
        "data_model": {"enum": ["ILP32", "LP64"]},
        "language": {"enum": ["C", "Java"]},
    }),
})
CONSTRAINT = record({"value": TEXT}, {"format": {"enum": ["c_expression", "ext_c_expression", "acsl"]}})
WAYPOINT = {"oneOf": [
    record({"type": {"const": "target"}, "action": {"const": "follow"}, "location": LOCATION},
           {"thread_id": {"type": "integer", "minimum": 0}}),
    record({"type": {"enum": ["assumption", "branching", "function_return"]}, "action": {"enum": ["follow", "avoid"]},
            "constraint": CONSTRAINT, "location": LOCATION}, {"thread_id": {"type": "integer", "minimum": 0}}),
    record({"type": {"const": "function_enter"}, "action": {"enum": ["follow", "avoid"]}, "location": LOCATION},
           {"thread_id": {"type": "integer", "minimum": 0}}),
]}
SEGMENT = record({"segment": {"type": "array", "minItems": 1, "items": record({"waypoint": WAYPOINT})}})
INVARIANT = record({"invariant": record({"type": {"enum": ["loop_invariant", "location_invariant"]}, "location": LOCATION,
                                         "value": TEXT, "format": {"enum": ["c_expression", "ext_c_expression"]}})})
SCHEMA = {"type": "array", "minItems": 1, "items": {"oneOf": [
    record({"entry_type": {"const": "violation_sequence"}, "metadata": METADATA,
            "content": {"type": "array", "minItems": 1, "items": SEGMENT}}),
    record({"entry_type": {"const": "invariant_set"}, "metadata": METADATA, "content": {"type": "array", "items": INVARIANT}}),
]}}

HEAD = """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;
"""
MAIN = """
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	%s
	pthread_join(t, 0);
	return 0;
}
"""
# name: property, the other thread, main, verdict, specification, targets of the last segment
PROGRAMS = {
    "race": ("race", "n++;", "n++;", 1, "G ! data-race", 2),
    "race_free": ("race", "pthread_mutex_lock(&a); n++; pthread_mutex_unlock(&a);",
                  "pthread_mutex_lock(&a); n++; pthread_mutex_unlock(&a);", 0, "G ! data-race", 0),
    "deadlock": ("deadlock", "pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);",
                 "pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);", 1,
                 "G ! deadlock", 1),
    "deadlock_free": ("deadlock", "pthread_mutex_lock(&a); pthread_mutex_unlock(&a);",
                      "pthread_mutex_lock(&a); pthread_mutex_unlock(&a);", 0, "G ! deadlock", 0),
    "assert": ("assert", "pthread_mutex_lock(&a); n++; pthread_mutex_unlock(&a);",
               "pthread_mutex_lock(&a); assert(!n); pthread_mutex_unlock(&a);", 1, "G ! call(reach_error())", 1),
    "assert_safe": ("assert", "pthread_mutex_lock(&a); n++; pthread_mutex_unlock(&a);",
                    "pthread_mutex_lock(&a); assert(n < 2); pthread_mutex_unlock(&a);", 0, "G ! call(reach_error())", 0),
}
COUNT = BAD = 0


def check(good, name, why=""):
    global COUNT, BAD
    COUNT += 1
    BAD += not good
    print("%s %d - %s%s" % ("ok" if good else "not ok", COUNT, name, "" if good else ": " + str(why)))


def fits(doc):
    try:
        jsonschema.validate(doc, SCHEMA)
    except jsonschema.ValidationError as e:
        return str(e).split("\n", maxsplit=1)[0]
    return ""


def leaves(doc, way=()):
    """The ways to all members that are no records."""
    for key, of in (doc.items() if isinstance(doc, dict) else enumerate(doc)):
        if isinstance(of, (dict, list)) and of:
            yield from leaves(of, way + (key,))
        else:
            yield way + (key,)


def spoilt(doc, way, how):
    out = copy.deepcopy(doc)
    at = out
    for key in way[:-1]:
        at = at[key]
    if how == "type":
        at[way[-1]] = 1.5
    elif isinstance(at, dict):
        at["unheard_of"] = 1
    else:
        at[way[-1]] = {"unheard_of": 1}
    return out


def places(doc):
    for entry in doc:
        for part in entry["content"]:
            for w in part.get("segment", []):
                yield w["waypoint"]["location"]


def one(snag, directory, name):
    prop, other, own, status, specification, targets = PROGRAMS[name]
    path, file = os.path.join(directory, name + ".yml"), os.path.join(directory, name + ".c")
    text = HEAD + "static void *other(void *x)\n{\n\t" + other.replace("; ", ";\n\t") + "\n\treturn x;\n}\n" + \
        MAIN % own.replace("; ", ";\n\t")
    with open(file, "w", encoding="utf-8") as f:
        f.write(text)
    done = subprocess.run([snag, "verify", "--brief", "--quiet", "--property", prop, "--seconds", "10", "--witness", path, file], cwd=directory,
                          capture_output=True, encoding="utf-8", check=False)
    check(done.returncode == status and os.path.exists(path), name + ": a verdict and a witness", done.stdout + done.stderr)
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as f:
        doc = yaml.safe_load(f)
    check(not fits(doc), name + ": the schema", fits(doc))
    task = doc[0]["metadata"]["task"]
    check(doc[0]["entry_type"] == ("violation_sequence" if status else "invariant_set") and "LTL(%s)" % specification in task["specification"],
          name + ": what it is about", doc[0])
    wanted = hashlib.sha256(text.encode()).hexdigest()
    check(list(task["input_file_hashes"].values()) == [wanted] and set(task["input_files"]) == set(task["input_file_hashes"]),
          name + ": files and hashes", task)
    check(all(os.path.basename(p["file_name"]) == name + ".c" and p["line"] <= text.count("\n") for p in places(doc)),
          name + ": lines that are there", list(places(doc)))
    if status:
        last = [w["waypoint"]["type"] for w in doc[0]["content"][-1]["segment"]]
        before = [w["waypoint"]["type"] for s in doc[0]["content"][:-1] for w in s["segment"]]
        check(len(last) >= targets and set(last) == {"target"} and "target" not in before, name + ": targets at the end", (before, last))
    ways = list(leaves(doc))
    bad = [w for w in ways for how in ("type", "more") if not fits(spoilt(doc, w, how))]
    check(not bad, name + ": one that is spoilt in one of %d places does not fit" % len(ways), bad)


def main():
    snag = os.path.abspath(sys.argv[1])
    print("1..%d" % (len(PROGRAMS) * 6 + sum(p[3] for p in PROGRAMS.values())))
    with tempfile.TemporaryDirectory() as directory:
        for name in PROGRAMS:
            one(snag, directory, name)
    print("# %d passed, %d failed" % (COUNT - BAD, BAD))
    return 1 if BAD else 0


if __name__ == "__main__":
    sys.exit(main())
