import gzip
import io
import json
import os
import tarfile
import zipfile

import pytest

from triage.evidence import Reader, open_bundle, shelf
from triage.evidence.sources import Limits

ROW = json.dumps({"case_id": "a", "status": "pass", "score": 1.0, "minimum": 0.8}).encode() + b"\n"
RUN = b"run_id: night-1\n"


def problems(bundle):
    return {unread.place: unread.problem for unread in bundle.unread}


def tar_of(path, members, mode="w:gz"):
    with tarfile.open(path, mode) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            if isinstance(content, tarfile.TarInfo):
                info = content
                archive.addfile(info)
            else:
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
    return path


def zip_of(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def link(name, target, kind=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize("pack", [tar_of, zip_of])
def test_an_archive_reads_like_its_folder(tmp_path, pack):
    path = tmp_path / ("run.tar.gz" if pack is tar_of else "run.zip")
    pack(path, {"night/rows.jsonl": ROW, "night/run.yaml": RUN, "night/notes.md": b"hello"})
    bundle = open_bundle([path])
    assert bundle.manifest.run_id == "night-1"
    assert str(bundle.row(0).source) == "rows.jsonl:1"
    assert [str(note.source) for note in bundle.notes] == ["notes.md"]
    assert bundle.unread == []


def test_members_that_leave_the_archive_are_said_and_not_read(tmp_path):
    path = tar_of(
        tmp_path / "run.tar",
        {
            "rows.jsonl": ROW,
            "../up.jsonl": ROW,
            "/abs.jsonl": ROW,
            "link.jsonl": link("link.jsonl", "/etc/hostname"),
            "hard.jsonl": link("hard.jsonl", "rows.jsonl", tarfile.LNKTYPE),
            "device.jsonl": link("device.jsonl", "", tarfile.CHRTYPE),
        },
        "w",
    )
    bundle = open_bundle([path])
    assert len(bundle.rows) == 1
    assert problems(bundle) == {
        "run.tar/../up.jsonl": "a path that leaves the archive is not read",
        "run.tar//abs.jsonl": "an absolute path in an archive is not read",
        "run.tar/link.jsonl": "a link is not followed",
        "run.tar/hard.jsonl": "a link is not followed",
        "run.tar/device.jsonl": "not a regular file",
    }


def test_a_zip_member_above_the_archive_is_not_read(tmp_path):
    bundle = open_bundle([zip_of(tmp_path / "run.zip", {"../up.jsonl": ROW, "rows.jsonl": ROW})])
    assert len(bundle.rows) == 1
    assert list(problems(bundle)) == ["run.zip/../up.jsonl"]


@pytest.mark.parametrize("name", ["run.tar.gz", "run.zip"])
def test_a_cut_archive_is_torn(tmp_path, name):
    path = tmp_path / name
    members = {f"rows-{number}.jsonl": os.urandom(20_000) for number in range(3)}
    (tar_of if name.endswith("gz") else zip_of)(path, {"a.jsonl": ROW, **members})
    path.write_bytes(path.read_bytes()[:30_000])
    bundle = open_bundle([path])
    assert [unread.torn for unread in bundle.unread if unread.path == name] == [True]


def test_an_archive_past_its_limit_keeps_what_came_before(tmp_path):
    path = tar_of(tmp_path / "run.tar.gz", {"a.jsonl": ROW, "b.jsonl": b"\n" * 1_000_000})
    reader = Reader([path], limits=Limits(archive=1 << 19))
    list(reader.steps())
    assert len(reader.bundle.rows) == 1
    assert "unpacks to more than" in problems(reader.bundle)["run.tar.gz"]


def test_an_archive_of_too_many_files_keeps_the_first(tmp_path):
    path = tar_of(tmp_path / "run.tar.gz", {f"rows-{number}.jsonl": ROW for number in range(5)})
    reader = Reader([path], limits=Limits(members=3))
    list(reader.steps())
    assert len(reader.bundle.rows) == 3
    assert "more than 3 files" in problems(reader.bundle)["run.tar.gz"]


def test_gzip_is_read_and_a_cut_one_is_torn(tmp_path):
    whole = tmp_path / "rows.jsonl.gz"
    whole.write_bytes(gzip.compress(ROW))
    assert str(open_bundle([whole]).row(0).source) == "rows.jsonl:1"
    lines = b"".join(ROW.replace(b'"a"', b'"%d"' % number) for number in range(5_000))
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(lines)[:-2_000])
    bundle = open_bundle([cut])
    assert 0 < len(bundle.rows) < 5_000
    assert any(unread.torn and unread.path == "cut.jsonl.gz" for unread in bundle.unread)


def test_zstd_without_a_reader_names_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("triage.evidence.gather._zstd_opener", lambda: None)
    (tmp_path / "rows.jsonl.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    (tmp_path / "more.jsonl").write_bytes(ROW)
    bundle = open_bundle([tmp_path])
    assert "install zstandard" in problems(bundle)["rows.jsonl.zst"]
    assert len(bundle.rows) == 1


def test_a_folder_is_read_in_order_with_what_is_left_out(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "baseline").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("rows.jsonl", "deep/more.jsonl", "baseline/rows.jsonl", ".git/rows.jsonl"):
        (tmp_path / name).write_bytes(ROW.replace(b'"a"', json.dumps(name).encode()))
    (tmp_path / "table.csv").write_text("case_id,score\n")
    (tmp_path / "README.md").write_text("hello")
    bundle = open_bundle([tmp_path])
    assert [bundle.rows.case_id(number) for number in range(len(bundle.rows))] == ["deep/more.jsonl", "rows.jsonl"]
    (problem,) = problems(bundle).items()
    assert problem[0] == "table.csv" and problem[1].startswith("no format recognised: it is a table")
    assert [str(note.source) for note in bundle.notes] == ["README.md"]
    assert bundle.baseline_path == tmp_path / "baseline"


def test_links_are_followed_inside_the_folder_only(tmp_path):
    outside = tmp_path / "outside.jsonl"
    outside.write_bytes(ROW)
    folder = tmp_path / "run"
    (folder / "sub").mkdir(parents=True)
    (folder / "rows.jsonl").write_bytes(ROW)
    (folder / "out.jsonl").symlink_to(outside)
    (folder / "same.jsonl").symlink_to(folder / "rows.jsonl")
    (folder / "loop").symlink_to(folder)
    bundle = open_bundle([folder])
    assert len(bundle.rows) == 2
    assert problems(bundle) == {
        "out.jsonl": "a link out of the folder is not followed",
        "loop": "a link to a folder is not followed",
    }


def test_a_pipe_in_a_folder_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "rows.jsonl")
    (tmp_path / "more.jsonl").write_bytes(ROW)
    bundle = open_bundle([tmp_path])
    assert problems(bundle) == {"rows.jsonl": "not a regular file"}


def test_names_of_several_roots_tell_them_apart(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rows.jsonl").write_bytes(ROW)
    bundle = open_bundle([tmp_path / "one" / "rows.jsonl", tmp_path / "two" / "rows.jsonl"])
    assert [str(bundle.row(number).source) for number in range(2)] == ["one/rows.jsonl:1", "two/rows.jsonl:1"]
    bundle = open_bundle([tmp_path / "one", tmp_path / "two"])
    assert [str(bundle.row(number).source) for number in range(2)] == ["one/rows.jsonl:1", "two/rows.jsonl:1"]


def test_a_file_named_by_the_person_is_read_whatever_its_name(tmp_path):
    path = tmp_path / "gate.log"
    path.write_bytes(ROW)
    assert len(open_bundle([path]).rows) == 1


def test_a_shelf_lists_the_runs_in_a_folder_without_records(tmp_path):
    for name in ("n1", "n2", "other"):
        (tmp_path / name).mkdir()
    for name in ("n1", "n2"):
        (tmp_path / name / "run.yaml").write_bytes(RUN)
    zip_of(tmp_path / "n3.zip", {"rows.jsonl": ROW})
    assert shelf(tmp_path) == [tmp_path / "n1", tmp_path / "n2", tmp_path / "n3.zip"]
    (tmp_path / "rows.jsonl").write_bytes(ROW)
    assert shelf(tmp_path) == []
    assert shelf(tmp_path / "rows.jsonl") == []


def test_a_run_inside_a_run_is_not_mixed_in(tmp_path):
    (tmp_path / "older").mkdir()
    for folder, case_id in ((tmp_path, b'"new"'), (tmp_path / "older", b'"old"')):
        (folder / "run.yaml").write_bytes(RUN)
        (folder / "rows.jsonl").write_bytes(ROW.replace(b'"a"', case_id))
    bundle = open_bundle([tmp_path])
    assert [bundle.rows.case_id(number) for number in range(len(bundle.rows))] == ["new"]
    assert [(note.text, str(note.source)) for note in bundle.notes] == [
        ("a run of its own: open it by its own path", "older")
    ]


def test_rows_of_an_archive_are_read_after_others_were(tmp_path):
    path = zip_of(
        tmp_path / "run.zip", {f"{name}.jsonl": ROW.replace(b'"a"', b'"%s"' % name.encode()) for name in "xyz"}
    )
    bundle = open_bundle([path])
    assert [bundle.row(number).case_id for number in (2, 0, 1)] == ["z", "x", "y"]
    bundle.close()
