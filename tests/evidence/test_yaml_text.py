from triage.evidence.yaml_text import Broken, Entry, Plain, read_documents


def records(text):
    return [entry.value for entry in read_documents(text) if isinstance(entry, Entry)]


def test_ids_stay_as_written():
    (record,) = records('order: [0010, no, 12:30, 1_000, 2024-01-05, "0010", 1e3, 0x1F]')
    assert record["order"] == ["0010", "no", "12:30", "1_000", "2024-01-05", "0010", "1e3", "0x1F"]


def test_only_unquoted_scalars_may_be_read_as_something_else():
    (record,) = records("a: 1\nb: '1'\nc: !!str 1\n")
    assert [type(record[key]) is Plain for key in "abc"] == [True, False, False]


def test_null_is_null_only_without_quotes():
    (record,) = records("a: null\nb: ~\nc:\nd: 'null'\n")
    assert record == {"a": None, "b": None, "c": None, "d": "null"}


def test_a_key_given_twice_names_both_lines():
    (entry,) = read_documents("case: r\norder: [a]\nnote: x\norder: [b]\n")
    assert entry.repeated == ("`order` defined twice, lines 2 and 4",)
    assert entry.keys == ("order",)


def test_a_nested_key_given_twice_is_said_but_drops_nothing_outside():
    (entry,) = read_documents("case: r\nrequest:\n  criterion: x\n  criterion: y\ncriterion: z\n")
    assert entry.repeated == ("`criterion` defined twice, lines 3 and 4",)
    assert entry.keys == ()


def test_only_the_element_that_repeats_a_key_says_so():
    entries = list(read_documents("- {a: 1}\n- {b: 1,\n   b: 2}\n- {c: 1}\n"))
    assert [entry.keys for entry in entries] == [(), ("b",), ()]
    assert [entry.line for entry in entries] == [1, 2, 4]


def bomb():
    levels = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for name, before in zip("bcdefghi", "abcdefgh", strict=True):
        levels.append(f"{name}: &{name} [" + ", ".join([f"*{before}"] * 9) + "]")
    return "case: r\n" + "\n".join(levels) + "\n"


def test_an_alias_bomb_is_refused_before_it_exists():
    (broken,) = read_documents(bomb())
    assert isinstance(broken, Broken)
    assert broken.words == "too many alias expansions"


def test_a_few_anchors_and_merges_load():
    (record,) = records("base: &b {gate: must-win, k: 1}\nitem: {<<: *b, k: 2}\nmore: [*b, *b]\n")
    assert record["item"] == {"gate": "must-win", "k": "2"}
    assert record["more"][1] == {"gate": "must-win", "k": "1"}


def test_a_large_file_without_an_alias_is_no_bomb():
    text = "".join(f"- {{case: r{number}, order: [a, b, c, d, e, f, g, h]}}\n" for number in range(15_000))
    assert len(records(text)) == 15_000


def test_an_alias_inside_its_own_anchor_is_refused():
    (broken,) = read_documents("a: &a [*a]\n")
    assert "its own anchor" in broken.words


def test_depth_is_bounded():
    (broken,) = read_documents("[" * 400 + "]" * 400)
    assert (broken.words, broken.line) == ("nested more than 100 levels deep", 1)


def test_a_broken_document_costs_only_itself():
    text = "case: one\n---\ncase: [unclosed\nmore: x\n---\ncase: three\n---\ncase: four\n"
    found = list(read_documents(text))
    assert [entry.value["case"] for entry in found if isinstance(entry, Entry)] == ["one", "three", "four"]
    (broken,) = [entry for entry in found if isinstance(entry, Broken)]
    assert broken.line in (4, 5)
    assert [entry.line for entry in found if isinstance(entry, Entry)] == [1, 6, 8]


def test_a_refused_document_costs_only_itself():
    found = list(read_documents("a: *nowhere\n---\ncase: two\n"))
    assert isinstance(found[0], Broken)
    assert found[1].value == {"case": "two"}


def test_a_tag_names_nothing_that_is_run():
    (record,) = records('a: !!python/object/apply:os.system ["echo x"]\n')
    assert record == {"a": ["echo x"]}


def test_a_tab_is_explained():
    (broken,) = read_documents("a: 1\n\tb: 2\n")
    assert isinstance(broken, Broken)
    assert broken.line == 2


def test_a_document_whose_fault_shows_at_the_next_marker_costs_no_other():
    found = list(read_documents("case: [open\n---\ncase: two\n"))
    assert isinstance(found[0], Broken)
    assert [entry.value for entry in found[1:]] == [{"case": "two"}]
