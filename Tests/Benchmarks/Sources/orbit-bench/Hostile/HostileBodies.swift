import Networking

/// The bodies of an operation that are costly in one member.
///
/// The list has operations that read a costly member only if the other members are valid. It also has operations whose
/// schema has alternatives. ``ContractBodies`` makes the bodies of all other operations.
struct HostileBodies {
    let method: HTTPMethod
    /// As in the contract.
    let path: String
    /// JSON with names of ``HostileWorld/names`` in braces. `%` is the place of a text, `%%` that of a list.
    let templates: [String]
    /// The JSON of an element that fills a list; `nil` for lists of texts.
    var element: String?

    /// The method and the path.
    var route: String { "\(method.rawValue) \(path)" }

    init(_ method: HTTPMethod, _ path: String, _ templates: [String], element: String? = nil) {
        (self.method, self.path, self.templates, self.element) = (method, path, templates, element)
    }

    static let all: [HostileBodies] = signIn + people + meetups + guests + safety + moderation

    private static let signIn: [HostileBodies] = [
        HostileBodies(
            .post, "/auth/send-code",
            [
                #"{"email":%}"#, #"{"email":"a@orbit.example","device_token":%}"#,
                #"{"email":"a@orbit.example","replaces":%}"#,
            ]),
        HostileBodies(
            .post, "/auth/verify-code",
            [
                #"{"email":%,"code":"123456","challenge_id":"a"}"#,
                #"{"email":"a@orbit.example","code":%,"challenge_id":"a"}"#,
                #"{"email":"a@orbit.example","code":"123456","challenge_id":%}"#,
            ]),
    ]

    private static let people: [HostileBodies] = [
        HostileBodies(
            .put, "/users/me",
            [
                #"{"name":%}"#, #"{"name":"A","bio":%}"#, #"{"name":"A","major":%}"#,
                #"{"name":"A","location":{"city":%}}"#, #"{"name":"A","location":{"city":"A","state":%}}"#,
                #"{"name":"A","interests":%%}"#, #"{"name":"A","friendship_goals":%%}"#,
                #"{"name":"A","social_preferences":{"preferred_times":%%}}"#,
                #"{"name":"A","socials":{"instagram":%}}"#, #"{"name":"A","visibility":{"bio":%}}"#,
            ]),
        HostileBodies(
            .put, "/users/me", [#"{"name":"A","sports":%%}"#], element: #"{"sport":"a","level":"a"}"#),
        HostileBodies(.put, "/users/me", [#"{"name":"A","photos":%%}"#], element: #"{"id":"a","url":"a"}"#),
        HostileBodies(
            .put, "/discover/dealbreakers",
            [#"{"dealbreakers":{"goals":%%}}"#, #"{"dealbreakers":{"farthest":%}}"#]),
        HostileBodies(
            .post, "/pokes", [#"{"to_user_id":%,"note":"hello"}"#, #"{"to_user_id":"{user_id}","note":%}"#]),
        HostileBodies(.post, "/pokes/clear", [#"{"from_user_id":%}"#, #"{"before":%}"#]),
    ]

    private static let meetups: [HostileBodies] = [
        HostileBodies(.post, "/meetups", entries),
        HostileBodies(.patch, "/meetups/{meetup_id}", entries),
        HostileBodies(
            .post, "/meetups/{meetup_id}/cancel", [#"{"reason":%}"#, #"{"reason":"weather","scope":%}"#]),
        HostileBodies(.put, "/meetups/suggested/consent", [#"{"consent":{"to_me":true,"to_hosts":%}}"#]),
    ]

    private static let guests: [HostileBodies] = [
        HostileBodies(
            .post, "/meetups/{meetup_id}/invitations",
            [#"{"user_ids":%%}"#, #"{"user_ids":["{user_id}"],"role":%}"#]),
        HostileBodies(.post, "/ratings", ratings(#""to_user_id":"{user_id}","meetup_id":"{meetup_id}","#)),
        HostileBodies(.put, "/ratings/{rating_id}", ratings("")),
    ]

    private static let safety: [HostileBodies] = [
        HostileBodies(
            .post, "/check-ins",
            [
                #"{"due_at":"{due_at}","contact":{"name":"A","email":"a@orbit.example"},"message":%}"#,
                #"{"due_at":"{due_at}","contact":{"name":%,"email":"a@orbit.example"}}"#,
                #"{"due_at":"{due_at}","contact":{"name":"A","email":%}}"#,
            ]),
        HostileBodies(
            .post, "/reports",
            [
                #"{"about":{"kind":"person","user_id":"{user_id}"},"reason":"insult","text":%}"#,
                #"{"about":{"kind":"person","user_id":%},"reason":"insult"}"#,
                #"{"about":{"kind":"person","user_id":"{user_id}"},"reason":%}"#,
            ]),
        HostileBodies(
            .post, "/reports",
            [#"{"about":{"kind":"person","user_id":"{user_id}"},"reason":"insult","evidence":%%}"#],
            element: #"{"kind":"a"}"#),
    ]

    private static let moderation: [HostileBodies] = [
        HostileBodies(.post, "/suspension", suspended("")),
        HostileBodies(
            .post, "/suspension/appeal",
            suspended(#","decision_id":"a","text":"Look again.""#) + [
                #"{"email":"a@orbit.example","code":"123456","challenge_id":"a","decision_id":"a","text":%}"#
            ]),
        HostileBodies(.post, "/suspension/erase", suspended("")),
        HostileBodies(
            .post, "/moderation/cases/{case_id}/decide",
            [
                #"{"through":1,"action":"warn","reason":"insult","note":%}"#,
                #"{"through":1,"action":%,"reason":"insult","note":"A"}"#,
                #"{"through":1,"action":"warn","reason":%,"note":"A"}"#,
            ]),
    ]

    /// Meetups with one costly member each.
    private static let entries: [String] =
        ["title", "description", "event_type", "time_zone", "repeats"].map { entry($0, "%") }
        + ["id", "name", "address", "room", "link"].map { entry("place", "{\"\($0)\":%}") }
        + [entry("interest_tags", "%%")]

    private static func entry(_ name: String, _ value: String) -> String {
        let usual = [
            ("title", #""A""#), ("event_type", #""social""#), ("time", #""{time}""#), ("end_time", #""{end_time}""#),
            ("time_zone", #""UTC""#), ("approval", #""automatic""#),
        ]
        // A repeated member would be refused before it is read.
        let members = usual.filter { $0.0 != name } + [(name, value)]
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func ratings(_ members: String) -> [String] {
        ["{\(members)\"rating\":5,\"note\":%}", "{\(members)\"rating\":5,\"tags\":%%}"]
    }

    /// Returns proofs of a person's identity, with further members.
    private static func suspended(_ members: String) -> [String] {
        [
            "{\"email\":%,\"code\":\"123456\",\"challenge_id\":\"a\"\(members)}",
            "{\"email\":\"a@orbit.example\",\"code\":%,\"challenge_id\":\"a\"\(members)}",
            "{\"email\":\"a@orbit.example\",\"code\":\"123456\",\"challenge_id\":%\(members)}",
        ]
    }
}
