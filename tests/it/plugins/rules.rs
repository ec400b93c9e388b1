//! Rules that are data: the shipped ones, and files of one's own.

use std::fs;

use super::says;
use crate::harness::Site;

/// A module without the function that the program calls.
const SHOP: &str = "def brew(tea):\n    return tea\n";

const PROGRAM: &str = "import shop\n\nprint(shop.make_tea(\"green\"))\n";

const RULES: &str = r#"
id = "shop"
summary = "what changed in the shop"
languages = ["python"]

[[rule]]
id = "python/shop/brew"
summary = "Replaces make_tea with brew."
safety = "safe"
rename = { "shop.make_tea" = "shop.brew" }

[[rule.example]]
message = "AttributeError: module 'shop' has no attribute 'make_tea'"
before = { "main.py" = "import shop\nshop.make_tea()\n", "shop.py" = "def brew(): ...\n" }
after = { "main.py" = "import shop\nshop.brew()\n" }
"#;

#[test]
fn a_file_of_rules_repairs_what_it_knows() {
    let site = Site::with(&[("main.py", PROGRAM), ("shop.py", SHOP)]);
    let file = site.beside("shop.toml");
    fs::write(&file, RULES).unwrap();
    let plugin = |action: &str| ["plugin".as_ref(), action.as_ref(), file.as_os_str()].map(ToOwned::to_owned);
    let checked = site.run(plugin("check")).with_code(0);
    says(&checked, &["strategy shop: its examples hold"]);
    site.run(plugin("install")).with_code(0);
    says(
        &site.run(["list", "rules"]).with_code(0),
        &["python/shop/brew", "python/stdlib/has-key"],
    );
    says(
        &site.run(["explain", "python/shop/brew"]).with_code(0),
        &["rule of shop", "shop.brew()"],
    );
    let ended = site
        .run(["run", "--format", "json", "--", "python3", "main.py"])
        .with_code(0);
    says(
        &ended,
        &[r#""rule": "python/shop/brew""#, r#""determined_by": "rule""#],
    );
    assert_eq!(site.read("main.py"), PROGRAM.replace("make_tea", "brew"));
}

/// A module loads whatever its functions mean: only the operator can say whether the change may stay.
#[test]
fn a_rule_that_asks_stays_if_the_operator_agrees() {
    let old = "from shop import make_tea\n\n\ndef serve():\n    return make_tea()\n";
    let site = Site::with(&[("main.py", old), ("shop.py", SHOP)]);
    let file = site.beside("shop.toml");
    fs::write(&file, RULES.replace("\"safe\"", "\"ask\"")).unwrap();
    site.run(["plugin".as_ref(), "install".as_ref(), file.as_os_str()])
        .with_code(0);
    let ended = site.run(["run", "--", "python3", "main.py"]).with_code(1);
    says(&ended, &["rule approval"]);
    assert_eq!(site.read("main.py"), old);
    site.run(["run", "--yes", "--", "python3", "main.py"])
        .with_code(0);
    assert_eq!(site.read("main.py"), old.replace("make_tea", "brew"));
}

#[test]
fn a_rule_is_switched_off_by_its_id_or_a_glob() {
    let old = "print({}.has_key(1))\n";
    for off in ["python/stdlib/has-key", "python/stdlib/*"] {
        let configuration = format!("[options.rule_fix]\noff = [\"{off}\"]\n");
        let site = Site::with(&[("main.py", old), ("unbreak.toml", &configuration)]);
        site.run(["run", "--", "python3", "main.py"]).with_code(1);
        assert_eq!(site.read("main.py"), old);
    }
    let site = Site::with(&[("main.py", old)]);
    site.run(["run", "--", "python3", "main.py"]).with_code(0);
    assert_eq!(site.read("main.py"), "print(1 in {})\n");
    let wrong = Site::with(&[("unbreak.toml", "[options.rule_fix]\noff = [\"python/nothing\"]\n")]);
    says(
        &wrong.run(["list", "rules"]).with_code(2),
        &["no rule fits 'python/nothing'"],
    );
}

#[test]
fn a_rule_whose_example_does_not_hold_fails_the_check() {
    let site = Site::empty();
    let file = site.beside("shop.toml");
    fs::write(&file, RULES.replace("shop.brew()", "shop.boil()")).unwrap();
    let ended = site.run(["plugin".as_ref(), "check".as_ref(), file.as_os_str()]);
    says(
        &ended.with_code(1),
        &["python/shop/brew", "after the fix main.py is"],
    );
    fs::write(&file, RULES.replace("shop.brew", ".brew")).unwrap();
    let ended = site.run(["plugin".as_ref(), "check".as_ref(), file.as_os_str()]);
    says(
        &ended.with_code(1),
        &["shop.toml, rule python/shop/brew, key 'rename'"],
    );
}
