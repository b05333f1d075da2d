"""The command line, as a stranger types it: output, exit status, and one sentence for every error."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verified_perceptron.files import write_whole, writing

FOUR_POINTS = "4,0,1\n1,1,-1\n0,1,-1\n-2,-2,1\n"
EXCLUSIVE_OR = "1,1,1\n1,-1,-1\n-1,1,-1\n-1,-1,1\n"


PROGRAM = [sys.executable, "-m", "verified_perceptron"]


def call(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def four_points(tmp_path: Path) -> Path:
    path = tmp_path / "four.csv"
    path.write_text(FOUR_POINTS)
    return path


@pytest.fixture
def exclusive_or(tmp_path: Path) -> Path:
    path = tmp_path / "xor.csv"
    path.write_text(EXCLUSIVE_OR)
    return path


def test_a_converging_run_exits_0_and_its_json_has_the_stable_keys(four_points: Path) -> None:
    done = call("run", four_points, "--preset", "P3", "--json")
    record = json.loads(done.stdout)
    assert done.returncode == 0
    assert done.stderr == ""
    assert {
        "outcome",
        "updates",
        "passes",
        "weights",
        "offset",
        "radius_sq",
        "separable",
        "separator",
        "gamma",
        "bound",
        "invariants",
    } <= set(record)
    assert record["outcome"] == "converged"
    assert (record["updates"], record["passes"], record["weights"]) == (3, 2, ["1", "-3"])
    assert record["separable"] is True
    assert all(record["invariants"][name] == 3 for name in ("progress", "growth", "combination"))


def test_a_cycling_run_exits_1_with_its_multipliers(exclusive_or: Path) -> None:
    done = call("run", exclusive_or, "--preset", "P3", "--json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["outcome"], record["separable"]) == (1, "cycled", False)
    assert record["multipliers"] == ["1", "1", "1", "1"]


def test_a_stopped_run_exits_3(four_points: Path) -> None:
    done = call("run", four_points, "--epochs", "1", "--separator", "none", "--json")
    assert (done.returncode, json.loads(done.stdout)["outcome"]) == (3, "stopped")


def test_the_table_shows_outcome_and_every_invariant(four_points: Path) -> None:
    done = call("run", four_points)
    assert done.returncode == 0
    assert "converged after 3 updates in 2 passes" in done.stdout
    for name in ("progress", "growth", "combination", "folding", "slack", "machine"):
        assert f"{name} " in done.stdout
    assert "\x1b" not in done.stdout


def test_a_separator_can_be_given_in_a_file(four_points: Path, tmp_path: Path) -> None:
    good = tmp_path / "separator.json"
    good.write_text('{"weights": ["1", "-3"], "offset": 0.5}')
    record = json.loads(call("run", four_points, "--separator", good, "--json").stdout)
    assert (record["separator"]["offset"], record["gamma"]) == ("1/2", "3/2")
    for content in ('{"weights": ["1"]}', '{"weights": "1"}', "[]", "{", '{"weights": [null, 1]}', "[" * 99999):
        bad = tmp_path / "bad.json"
        bad.write_text(content)
        done = call("run", four_points, "--separator", bad)
        assert done.returncode == 2
        assert_one_sentence(done, "bad.json: ")


def test_a_trace_holds_every_update_in_the_units_of_the_data(four_points: Path, tmp_path: Path) -> None:
    out = tmp_path / "trace.jsonl"
    assert call("run", four_points, "--preset", "P3", "--rate", "1/2", "--trace", out).returncode == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["examples"] for line in lines] == [[0], [1], [3]]
    assert [line["weights"] for line in lines] == [["2", "0"], ["3/2", "-1/2"], ["1/2", "-3/2"]]
    assert {coefficient for line in lines for coefficient in line["coefficients"]} == {"1/2"}


@pytest.mark.parametrize(("preset", "status", "kind"), [("P0", 0, "run"), ("P1", 0, "run"), ("P3", 0, "run")])
def test_a_run_leaves_a_certificate_that_the_checker_accepts(
    four_points: Path, tmp_path: Path, preset: str, status: int, kind: str
) -> None:
    out = tmp_path / "run.json"
    done = call("run", four_points, "--preset", preset, "--certificate", out, "--json")
    assert done.returncode == status
    assert json.loads(done.stdout)["certificate"] == str(out)
    checked = call("check", out, four_points, "--json")
    assert (checked.returncode, json.loads(checked.stdout)["kind"]) == (0, kind)


def test_a_cycle_leaves_a_certificate_that_the_checker_accepts(exclusive_or: Path, tmp_path: Path) -> None:
    out = tmp_path / "cycle.json"
    assert call("run", exclusive_or, "--certificate", out).returncode == 1
    checked = json.loads(call("check", out, exclusive_or, "--json").stdout)
    assert (checked["accepted"], checked["kind"]) == (True, "cycle")


def test_a_run_that_has_no_certificate_says_why(four_points: Path, tmp_path: Path) -> None:
    done = call("run", four_points, "--preset", "P8", "--certificate", tmp_path / "c.json")
    assert done.returncode == 2
    assert_one_sentence(done, "one example for each update")


def test_data_known_to_be_inseparable_exit_1_even_when_the_run_is_stopped(exclusive_or: Path) -> None:
    done = call("run", exclusive_or, "--updates", "1", "--json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["outcome"], record["separable"]) == (1, "stopped", False)
    assert len(record["multipliers"]) == 4


def test_progress_is_measured_against_the_tightest_separator(four_points: Path) -> None:
    record = json.loads(call("run", four_points, "--preset", "P3", "--json").stdout)
    assert (record["separator"]["weights"], record["bound"]) == (["1/4", "-5/4"], "26")


def test_presets_are_listed() -> None:
    done = call("presets")
    assert done.returncode == 0
    assert "P13" in done.stdout
    assert json.loads(call("presets", "--json").stdout)["P0"]["offset"] == "radius"


def assert_one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("verified-perceptron: ")
    assert done.stderr.count("\n") == 1
    for part in parts:
        assert part in done.stderr


@pytest.mark.parametrize(
    ("content", "arguments", "parts"),
    [
        ("1,1e999999999,1\n", [], ["data.csv:1: ", "exponent"]),
        ("1,2,1\n1,1\n", [], ["data.csv:2: ", "features"]),
        ("", [], ["no examples"]),
        (FOUR_POINTS, ["--preset", "P77"], ["P77", "no preset"]),
        (FOUR_POINTS, ["--rate", "0"], ["not positive"]),
        (FOUR_POINTS, ["--rate", "fast"], ["not a number"]),
        (FOUR_POINTS, ["--start", "1,2,3"], ["3 weights"]),
        (FOUR_POINTS, ["--margin", "1", "--preset", "P1"], ["ambiguous"]),
        (FOUR_POINTS, ["--separator", "none.json"], ["none.json", "No such file"]),
        (FOUR_POINTS, ["--trace", "no/such/folder/t.jsonl"], ["No such file"]),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    tmp_path: Path, content: str, arguments: list[str], parts: list[str]
) -> None:
    path = tmp_path / "data.csv"
    path.write_text(content)
    done = call("run", path, *arguments)
    assert done.returncode == 2
    assert_one_sentence(done, *parts)


def test_bad_usage_is_status_2() -> None:
    assert call("run").returncode == 2
    assert call("nonsense").returncode == 2
    assert call("run", "x.csv", "--tie", "perhaps").returncode == 2


def test_help_and_version_answer() -> None:
    assert "DATA" in call("run", "--help").stdout
    assert call("--version").stdout.startswith("verified-perceptron ")


def test_a_full_disk_is_one_sentence_and_leaves_nothing(four_points: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        command = [*PROGRAM, "run", str(four_points), "--json"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_not_an_error_message(four_points: Path) -> None:
    command = f"{sys.executable} -m verified_perceptron run {four_points} | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_a_long_run_without_a_traceback_or_half_a_trace(tmp_path: Path) -> None:
    path, out = tmp_path / "slow.csv", tmp_path / "trace.jsonl"
    path.write_text("".join(f"1,{i}/100000007,{1 if i % 2 else -1}\n" for i in range(1, 400)))
    out.write_text("the old trace\n")
    command = [*PROGRAM, "run", str(path), "--separator", "none", "--trace", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)  # until the new trace is being written beside the old one
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.startswith("verified-perceptron: interrupted")
    assert out.read_text() == "the old trace\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["slow.csv", "trace.jsonl"]


def test_a_killed_writer_leaves_the_old_file_whole(tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    write_whole(target, "old")
    program = (
        "import os, signal\n"
        "from verified_perceptron.files import writing\n"
        f"with writing({str(target)!r}) as file:\n"
        "    file.write('new' * 100_000)\n"
        "    file.flush()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert target.read_text() == "old"


def test_a_failing_writer_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    write_whole(target, "old")
    with pytest.raises(TypeError), writing(target) as file:
        print("half of it", file=file, end=1)  # type: ignore[call-overload]  # the write fails halfway
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["result.json"]


def test_importing_the_package_is_quick() -> None:
    program = "import time; t = time.perf_counter(); import verified_perceptron.run; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.3
