//! Recognises texts that look like a secret by themselves.

/// Lengths of the usual hashes in hexadecimal digits: MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512.
const HASHES: [usize; 6] = [32, 40, 56, 64, 96, 128];

/// Shorter texts cannot be judged.
const SHORTEST: usize = 8;

/// A text of this length can look random.
const LONG: usize = 16;

/// Letters of one word, from this number on, can be a word that people write.
const WORD: usize = 4;

/// The number of changes between letters and digits that no ordinary name has.
const SWITCHES: usize = 5;

/// Returns whether a text is unlikely to be written by chance: letters and digits or signs, and not a path, a
/// version, a time, a name with a number.
pub(super) fn is_telling(text: &str) -> bool {
    let has = |of: fn(&u8) -> bool| text.as_bytes().iter().any(&of);
    let (letters, digits) = (has(u8::is_ascii_alphabetic), has(u8::is_ascii_digit));
    let signs = text.bytes().any(|byte| b"!@#$%^&*+~=?".contains(&byte));
    let long = text.len() >= 2 * LONG && !text.contains(['.', '/', '-', ' ']);
    let is_one = letters && (digits || signs) || long;
    text.len() >= SHORTEST && is_one && !is_ordinary(text)
}

/// Returns whether it looks random: letters of both cases or letters and digits, with hardly any words in it.
/// Hexadecimal digits and UUIDs never do.
pub(super) fn is_random(text: &str) -> bool {
    if text.len() < LONG || is_ordinary(text) || is_hex(text) || has_uuid(text) || is_integrity(text) {
        return false;
    }
    let longest = text
        .split(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, '+' | '/' | '='))
        .max_by_key(|part| part.len())
        .unwrap_or_default();
    let has = |of: fn(&u8) -> bool| longest.as_bytes().iter().any(&of);
    let kinds = [
        has(u8::is_ascii_lowercase),
        has(u8::is_ascii_uppercase),
        has(u8::is_ascii_digit),
    ];
    let mixed = kinds.iter().filter(|kind| **kind).count() >= 2;
    longest.len() >= LONG
        && mixed
        && (switches(longest) >= SWITCHES || !is_wordy(longest))
        && entropy(longest) >= 3.0
}

/// Returns whether it is a hash in hexadecimal digits.
pub(super) fn is_hash(text: &str) -> bool {
    HASHES.contains(&text.len()) && is_hex(text)
}

/// Returns whether it has only hexadecimal digits.
pub(super) fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether it is a text that no one hides: a path, an address, a version, a time, an expression, a
/// placeholder.
pub(super) fn is_ordinary(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_path = text.starts_with(['/', '~', '.']) && !text.split('/').any(is_blend)
        || matches!(bytes, [_, b':', b'\\' | b'/', ..]);
    let is_file = text.rsplit_once('.').is_some_and(|(name, suffix)| {
        matches!(suffix.len(), 1..=5)
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-./@".contains(&byte))
            && suffix.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    let is_number = bytes
        .iter()
        .all(|byte| byte.is_ascii_digit() || b".:-+_TZ/,".contains(byte));
    let is_version = bytes
        .first()
        .is_some_and(|byte| *byte == b'v' || byte.is_ascii_digit())
        && text.split('.').count() >= 3
        && text.split('.').take(2).all(|part| {
            part.trim_start_matches('v')
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        });
    let is_expression = text.contains(['(', '[', '{', '<']) || text.contains("::") || text.contains("->");
    is_path
        || is_file
        || is_number
        || is_version
        || is_expression
        || is_placeholder(text)
        || text.contains("://")
}

/// Returns whether it is a long mixture of capitals, small letters and digits: base64 may begin with `/`, as paths
/// do.
fn is_blend(part: &str) -> bool {
    let has = |of: fn(&u8) -> bool| part.as_bytes().iter().any(&of);
    part.len() >= LONG
        && !part.contains(['.', '-', '_'])
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_digit)
}

/// Returns whether it is a placeholder for a secret: `${PASSWORD}`, `$PASSWORD`, `****`, `%s`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let is_variable = |name: &str| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    ["${", "$(", "{{", "{", "%(", "%s", "#{", "..."]
        .iter()
        .any(|start| text.starts_with(start))
        || text.strip_prefix('$').is_some_and(is_variable)
        || text.bytes().all(|byte| b"*x.X#-_?".contains(&byte))
}

/// Returns whether it is marked as a hash, as in lock files.
fn is_integrity(text: &str) -> bool {
    ["sha1", "sha256", "sha384", "sha512", "md5", "h1:", "blake"]
        .iter()
        .any(|name| text.starts_with(name))
}

fn has_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split(['-', '_']).collect();
    groups.windows(5).any(|five| {
        five.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]) && five.iter().all(|group| is_hex(group))
    })
}

/// Returns whether most of its letters belong to words as people write them.
fn is_wordy(text: &str) -> bool {
    let bytes = text.as_bytes();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let (mut in_words, mut at) = (0, 0);
    while at < bytes.len() {
        let rest = &bytes[at + usize::from(bytes[at].is_ascii_uppercase())..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let end = bytes.len() - rest.len() + length;
        let word = &bytes[at..end.max(at + 1)];
        let vowels = word.iter().filter(|byte| b"aeiouyAEIOUY".contains(byte)).count();
        if word.len() >= WORD && vowels * 4 >= word.len() {
            in_words += word.len();
        }
        at += word.len();
    }
    in_words * 5 > letters * 3
}

/// The number of changes between letters and digits.
fn switches(text: &str) -> usize {
    let pairs = text.as_bytes().windows(2);
    pairs
        .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit())
        .count()
}

/// Shannon's entropy, in bits per character.
fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    text.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    #[expect(
        clippy::cast_precision_loss,
        reason = "texts have far fewer than 2^52 characters"
    )]
    let length = text.len() as f64;
    let share = |count: &u32| f64::from(*count) / length;
    let counted = counts.iter().filter(|count| **count > 0);
    counted.map(|count| -share(count) * share(count).log2()).sum()
}
