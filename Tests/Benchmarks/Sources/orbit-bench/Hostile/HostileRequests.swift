import Foundation
import Networking

/// Requests that are as costly as their size allows: 57 KB of text in one member of a body or in a query, and lists of 1,000
/// texts, in scripts that are costly to fold, to normalise or to count.
enum HostileRequests {
    private static let size = 57_000
    /// The text that the others are compared with.
    static let plain = "plain"
    /// A ligature is folded to 18 characters, marks are put in order, a chain is one character of any length.
    private static let texts: [(name: String, unit: String)] = [
        (plain, "a"), ("ligatures", "ﷺ"), ("marks", "a\u{316}\u{301}\u{5B0}"), ("chain", "👩\u{200D}"),
        ("vowel signs", "กี่"),
    ]

    /// Bodies by route: `%` marks the place of a text, `%%` that of a list of texts.
    private static let bodies: [(method: HTTPMethod, path: String, templates: [String])] = [
        (
            .put, "/users/me",
            [
                #"{"name":%}"#, #"{"name":"A","bio":%}"#, #"{"name":"A","major":%}"#,
                #"{"name":"A","location":{"city":%}}"#,
                #"{"name":"A","interests":%%}"#, #"{"name":"A","friendship_goals":%%}"#,
                #"{"name":"A","socials":{"instagram":%}}"#,
            ]
        ),
        (.put, "/discover/dealbreakers", [#"{"dealbreakers":{"goals":%%}}"#]),
        (.post, "/discover/seen", [#"{"user_ids":%%}"#]),
        (.post, "/pokes", [#"{"to_user_id":%,"note":"hello"}"#, #"{"to_user_id":"a","note":%}"#]),
        (
            .post, "/meetups",
            ["title", "description", "time_zone"].map { entry(#""\#($0)":%"#) }
                + ["name", "address", "room", "link"].map { entry(#""place":{"\#($0)":%}"#) }
                + [entry(#""interest_tags":%%"#)]
        ),
        (.post, "/meetups/\(absent)/join", [#"{"message":%}"#]),
        (.post, "/meetups/\(absent)/posts", [#"{"text":%}"#]),
        (.post, "/meetups/posts/\(absent)/comments", [#"{"text":%}"#]),
        (.post, "/meetups/\(absent)/invitations", [#"{"user_ids":%%}"#]),
        (
            .post, "/check-ins",
            [
                #"{"meetup_id":"a","message":%}"#, #"{"meetup_id":"a","contact":{"name":%,"email":"a@orbit.example"}}"#,
                #"{"meetup_id":"a","contact":{"name":"A","email":%}}"#,
            ]
        ),
        (.post, "/mutes/\(absent)", [#"{"surfaces":%%}"#]),
        (
            .post, "/ratings",
            [
                #"{"to_user_id":"a","meetup_id":"b","rating":5,"note":%}"#,
                #"{"to_user_id":"a","meetup_id":"b","rating":5,"tags":%%}"#,
            ]
        ),
        (
            .post, "/reports",
            [
                #"{"about":{"kind":"person","user_id":"a"},"reason":"insult","text":%}"#,
                #"{"about":{"kind":"person","user_id":%},"reason":"insult"}"#,
            ]
        ),
        (.post, "/decisions/\(absent)/appeal", [#"{"text":%}"#]),
        (.post, "/auth/send-code", [#"{"email":%}"#]),
        (.post, "/auth/verify-code", [#"{"email":"a@orbit.example","code":%}"#]),
        (.post, "/auth/refresh", [#"{"refresh_token":%}"#]),
        (.post, "/suspension", [#"{"email":%,"code":"123456"}"#]),
    ]
    static let absent = "00000000000000000000000000000000"

    private static func entry(_ member: String) -> String {
        #"{"title":"A","event_type":"social","time":"2100-01-01T10:00:00Z","end_time":"2100-01-01T11:00:00Z","#
            + #""time_zone":"UTC","approval":"automatic",\#(member)}"#
    }

    /// All requests, those of one template together, and valid requests that are costly: searches by words, an export,
    /// and a profile as large as it may be.
    static func all() throws -> [[HostileRequest]] {
        var requests = try bodies.flatMap { method, path, templates in
            try templates.map { template in
                try texts.map { text in
                    let body = Data(body(template, text.unit).utf8)
                    let request = try HTTPRequest.toCampus(method, path, body: body)
                    return HostileRequest(route: "\(method.rawValue) \(path)", text: text.name, request: request)
                }
            }
        }
        let searches = texts.map { ($0.name, String(repeating: $0.unit, count: 2_000 / $0.unit.utf8.count)) }
        requests.append(
            try (searches + [("frequent words", "a e i o u")]).map { name, words in
                let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                return HostileRequest(
                    route: "GET /meetups?q=", text: name, request: try .toCampus(.get, "/meetups?q=\(query)"))
            })
        let export = try HTTPRequest.toCampus(.get, "/users/me/export")
        requests.append([HostileRequest(route: "GET /users/me/export", text: plain, request: export)])
        let profile = try HTTPRequest.toCampus(.put, "/users/me", body: Data(largest.utf8))
        requests.append([HostileRequest(route: "PUT /users/me", text: "largest profile", request: profile)])
        return requests
    }

    private static func body(_ template: String, _ unit: String) -> String {
        let text = "\"" + String(repeating: unit, count: size / unit.utf8.count) + "\""
        let part = String(repeating: unit, count: size / 1_000 / unit.utf8.count)
        let list = "[" + (0..<1_000).map { "\"\(part)\($0)\"" }.joined(separator: ",") + "]"
        return template.replacing("%%", with: list).replacing("%", with: text)
    }

    private static let largest: String = {
        let interests = (0..<20).map { "\"\(String(repeating: "ﷺ", count: 30))\($0)\"" }.joined(separator: ",")
        return #"{"name":"Mallory","bio":"\#(String(repeating: "ﷺ", count: 500))","interests":[\#(interests)]}"#
    }()
}
