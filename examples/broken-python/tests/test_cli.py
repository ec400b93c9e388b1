from timesheet.cli import main

SHEET = "day,project,time,note\n2026-03-02,web,1h30,kick-off\n"


def test_text(tmp_path, capsys):
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    assert main(["2026-03", str(sheet), "web=80"]) == 0
    assert "142.80" in capsys.readouterr().out


def test_empty_sheet(tmp_path, capsys):
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("day,project,time,note\n", encoding="utf-8")
    assert main(["2026-03", str(sheet), "web=80"]) == 1
    assert "empty" in capsys.readouterr().err
