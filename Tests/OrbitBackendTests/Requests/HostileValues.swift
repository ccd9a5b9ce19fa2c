/// Values that programs often fail on.
enum HostileValues {
    static let texts: [String] = [
        "", " ", "\u{0}", "\u{7F}\u{1B}[2J", "\r\nSet-Cookie: a=b", "🪐", String(repeating: "👩‍👩‍👧‍👦", count: 40),
        String(repeating: "e\u{301}", count: 3_000), unorderedMarks, String(repeating: "a", count: 20_000),
        "\u{202E}maya", "\u{FEFF}", "\u{FFFD}\u{FFFF}", "ﬁ", "İ", "ß", "\u{200B}", "'; DROP TABLE accounts; --",
        "9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00.999999Z", "2027-02-30T00:00:00Z",
        "99999-01-01T00:00:00Z", "2027-01-15T08:00:00+99:99", "1582-10-10T00:00:00Z", "2027-01-15T23:59:60Z",
        "2027-01-15", "2027-13", "0000-00", "2006-02", "GMT", "GMT+25:00", "Europe/Berlin", "Antarctica/Troll",
        "../../etc/passwd", "javascript:alert(1)", "https://[::1", "http://a\u{301}.example", "maya@stanford.edu",
        "maya+tag@stanford.edu", "a@b@stanford.edu", "@stanford.edu", "maya@xn--.edu", "123456", "१२३४५६",
        String(repeating: "9", count: 400), "-1", "1e5", "0x10", "NaN", "null", "true", "*", "\"1\"", "W/\"1\"",
        "-180,-90,180,90", "179,-1,-179,1", "1e308,0,-1e308,0", "nan,nan,nan,nan", "1:9223372036854775807", ":", "a:-1",
        "0123456789abcdef0123456789abcdef", "FREQ=DAILY;COUNT=2147483648", "mon", "this", "following", "__proto__",
    ]

    /// About two thousand marks of alternating classes on one letter. A comparison has to put them in order first.
    static let unorderedMarks = "a" + String(repeating: "\u{316}\u{301}\u{5B0}", count: 700)

    /// JSON values, valid and invalid.
    static let scalars: [String] = [
        "null", "true", "false", "0", "-0", "1", "-1", "0.5", "3", "24", "1000", "2147483648", "4294967296",
        "-2147483649",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "18446744073709551616", "1e15", "253402300800", "1e308", "-1e308", "1e999", "-1e999", "5e-324", "1e-999", "0e1",
        "1.0", "00", "01", "+1", ".5", "1.", "0x10", "NaN", "Infinity", "[]", "{}", "[[]]", "[null]", #""\ud800""#,
        #""\udc00\ud800""#, #""\u0000""#, #""\uFFFF""#, #""\q""#, "\"", "'a'", "",
        String(repeating: "9", count: 400), "0." + String(repeating: "3", count: 400),
        String(repeating: "[", count: 400) + String(repeating: "]", count: 400), String(repeating: "[", count: 5_000),
        String(repeating: #"{"a":"#, count: 3_000), "/* */ 1", "1,", "\u{FEFF}1",
    ]

    /// Parts of paths and queries, with valid or invalid percent-encoding.
    static let encoded: [String] = [
        "", ".", "..", "%2E%2E", "%2e", "%00", "%", "%2", "%zz", "%FF", "%C0%80", "%ED%A0%80", "%F0%9F%AA%90", "%2F",
        "%5C",
        "%20", "+", ";a=b", "a;b", "%25%32%45", String(repeating: "a", count: 9_000),
        String(repeating: "%CC%81", count: 1_500), "me", "ME", "*", "-", "0", "00000000000000000000000000000000",
        "null",
        "~", "@", ":", "users", "%E2%80%AE",
    ]

    static let fields: [(name: String, value: String)] = [
        ("Content-Type", ""), ("Content-Type", "application/json"),
        ("Content-Type", "application/json; charset=utf-16"),
        ("Content-Type", "APPLICATION/JSON;charset=\"UTF-8\""), ("Content-Type", "text/plain"),
        ("Content-Type", "multipart/form-data"), ("Content-Type", "multipart/form-data; boundary=b"),
        ("Content-Type", "multipart/form-data; boundary=\"\""), ("Content-Type", ";;;=\"\\"),
        ("Content-Type", "a/b; c=\""),
        ("If-Match", ""), ("If-Match", "*"), ("If-Match", "\""), ("If-Match", "\"1\", W/\"2\", *"), ("If-Match", ",,,"),
        ("If-Match", "\"0123456789abcdef0123456789abcdef-9223372036854775808\""), ("If-Match", "\"--\""),
        ("If-None-Match", "*"), ("If-None-Match", "W/"), ("If-None-Match", "\"a\"b\""),
        ("Idempotency-Key", ""), ("Idempotency-Key", "once"), ("Idempotency-Key", String(repeating: "k", count: 256)),
        ("Idempotency-Key", "🪐"), ("Accept", "text/event-stream"), ("Accept", "*/*;q=NaN"), ("Accept", ","),
        ("Last-Event-ID", "x:9223372036854775807"), ("Last-Event-ID", "🪐"), ("Range", "bytes=-1"),
        ("Content-Length", "-1"), ("Content-Length", "18446744073709551616"), ("Expect", "100-continue"),
        ("Authorization", ""), ("Authorization", "Bearer"), ("Authorization", "Bearer  "),
        ("Authorization", "Basic Og=="),
        ("Authorization", "Bearer \u{0}"), ("X-Other", String(repeating: "x", count: 60_000)), ("🪐", "🪐"), ("", ""),
        ("Host", "evil.example"), ("X-HTTP-Method-Override", "DELETE"), ("Content-Encoding", "gzip"),
        ("Accept-Language", "de;q=9e999"), ("Prefer", "\r\nX: y"),
    ]
}
