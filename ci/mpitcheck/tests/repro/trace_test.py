# SPDX-License-Identifier: BSD-3-Clause
"""Reading what the recorder wrote."""
import json


from mpitcheck.repro.trace import read_traces


def process(number, parent, after, time):
    return {"process": number, "parent": parent, "after": after, "time": time}


def begin(number, function, *arguments):
    return {"call": number, "thread": 0, "function": function, "arguments": arguments}


def end(number, *answers):
    return {"end": number, "code": "MPI_SUCCESS", "answers": answers}


def note(after, time, deadly):
    fact = {
        "function": "f",
        "output": "" if deadly else "code",
        "relation": "survives" if deadly else "one-of",
        "wanted": [],
        "seen": "x",
    }
    return {
        "note": {"clause": "c", "subject": "s", "expected": "e", "actual": "a", "fact": fact},
        "after": after,
        "time": time,
    }


PARENT = [process(10, 1, 0, 5), begin(1, "MPI_T_finalize"), end(1)]


def write(path, *lines):
    with open(path, "wb") as file:
        for line in lines:
            if not isinstance(line, bytes):
                line = json.dumps(line, separators=(",", ":")).encode()
            file.write(line + b"\n")


def only_trace(folder):
    (trace,) = read_traces(str(folder), 5)
    return trace


def test_a_call_that_did_not_return_is_a_failure(tmp_path):
    write(tmp_path / "10.jsonl", *PARENT, begin(2, "MPI_Finalize"))
    trace = only_trace(tmp_path)
    assert trace.complaint.is_deadly
    assert [call.code for call in trace.calls] == ["MPI_SUCCESS", ""]


def test_calls_of_a_dead_child_follow_those_of_its_parent(tmp_path):
    write(tmp_path / "10.jsonl", *PARENT, note(1, 30, True))
    write(
        tmp_path / "11.jsonl",
        process(11, 10, 1, 20),
        begin(2, "MPI_Barrier", "MPI_COMM_SELF"),
        begin(3, "MPI_Finalize"),
    )
    write(tmp_path / "12.jsonl", process(12, 10, 1, 40))
    assert [(call.function, call.inside) for call in only_trace(tmp_path).calls] == [
        ("MPI_T_finalize", None),
        ("MPI_Barrier", None),
        ("MPI_Finalize", 1),
    ]


def test_only_calls_before_the_failure_are_kept(tmp_path):
    write(tmp_path / "10.jsonl", *PARENT, note(1, 30, False), begin(2, "MPI_Finalize"), end(2))
    assert len(only_trace(tmp_path).calls) == 1


def test_earlier_work_of_a_child_is_tried_first(tmp_path):
    write(tmp_path / "10.jsonl", *PARENT, note(1, 30, False))
    write(tmp_path / "11.jsonl", process(11, 10, 1, 20), begin(2, "MPI_Finalize"), end(2))
    assert [len(trace.calls) for trace in read_traces(str(tmp_path), 5)] == [2, 1]


def test_calls_of_a_callback_are_inside_the_raising_call(tmp_path):
    write(
        tmp_path / "10.jsonl",
        *PARENT,
        begin(2, "MPI_Barrier", "MPI_COMM_SELF"),
        begin(3, "MPI_T_finalize"),
        end(3),
        end(2, ""),
        note(3, 30, False),
    )
    assert [call.inside for call in only_trace(tmp_path).calls] == [None, None, 1]


def test_malformed_traces_are_ignored(tmp_path):
    write(
        tmp_path / "10.jsonl",
        b"not JSON",
        {"call": "text"},
        {"end": 99, "code": "", "answers": []},
        b"[" * 100000,
        b"[1]",
        b"\xff",
        b'"\\ud800"',
        {"process": "text"},
        {"note": {}, "after": 1, "time": 1},
        *PARENT,
        begin(2, "rm"),
        begin(2, "MPI_Barrier", 7),
        {"call": 2},
        {"end": -5, "code": "", "answers": []},
        note(1, 30, False),
        b'{"ca',
    )
    assert len(only_trace(tmp_path).calls) == 1


def test_cyclic_parents_end(tmp_path):
    write(
        tmp_path / "10.jsonl", process(10, 11, 1, 5), begin(2, "MPI_T_finalize"), note(2, 30, False)
    )
    write(tmp_path / "11.jsonl", process(11, 10, 1, 6), begin(2, "MPI_Finalize"))
    functions = [[call.function for call in trace.calls] for trace in read_traces(str(tmp_path), 5)]
    assert functions[1] == ["MPI_Finalize", "MPI_T_finalize"]


def test_without_a_folder_there_is_no_trace(tmp_path):
    assert read_traces(str(tmp_path / "none"), 5) == []
