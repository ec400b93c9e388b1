//! The page of documentation of a format. The build script reads this file, too.

use std::fmt::Write as _;

/// The documentation page in the file, or one made from its description.
pub(crate) fn page(docs: &str, understands: &str, versions: &str, links: &[String]) -> String {
    let mut page = docs.to_owned();
    for (heading, text) in [("What it understands", understands), ("Versions seen", versions)] {
        if !text.trim().is_empty() {
            let _ = write!(page, "\n## {heading}\n\n{}\n", text.trim_end());
        }
    }
    if !links.is_empty() {
        page.push_str("\n## Links\n\n");
        for link in links {
            let _ = writeln!(page, "- <{link}>");
        }
    }
    page
}
