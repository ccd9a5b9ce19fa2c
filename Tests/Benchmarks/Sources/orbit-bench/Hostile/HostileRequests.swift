import Foundation
import Networking

/// Requests that are as costly as their size allows:
///
/// - 64 KiB of text in a member of a body
/// - lists of 1,000 texts, and of as many elements as fit
/// - a profile with too many interests
/// - searches by words
/// - an export
enum HostileRequests {
    static func all(in world: HostileWorld) throws -> [HostileRequest] {
        let export = HostileRequest(
            route: "GET /users/me/export", text: HostileTexts.plain,
            request: try .toCampus(.get, "/users/me/export"))
        let profile = HostileRequest(
            route: "PUT /users/me", text: "twenty interests",
            request: try .toCampus(.put, "/users/me", body: Data(twentyInterests.utf8)))
        let bodies = try HostileBodies.all + ContractBodies().bodies(besides: HostileBodies.all)
        return try bodies.flatMap { try requests(of: $0, in: world) } + searches() + [export, profile]
    }

    /// The maximum number of interests that are compared, which is more than a profile may have.
    private static let twentyInterests: String = {
        let interests = (0..<20).map { "\"\(HostileTexts.repeated("ﷺ", bytes: 90))\($0)\"" }.joined(separator: ",")
        return #"{"name":"A","bio":"\#(HostileTexts.repeated("ﷺ", bytes: 1_500))","interests":[\#(interests)]}"#
    }()

    private static func requests(of bodies: HostileBodies, in world: HostileWorld) throws -> [HostileRequest] {
        let path = world.path(of: bodies.path)
        let sender = world.sender(of: bodies.path)
        var requests: [HostileRequest] = []
        for template in bodies.templates.map({ world.fill($0) }) {
            var filled: [(text: String, body: String)] = []
            if bodies.element == nil {
                filled = HostileTexts.all.map { ($0.name, HostileTexts.body(template, of: $0.unit)) }
            }
            if template.contains("%%") {
                let element = bodies.element ?? #""a""#
                filled.append((text: "many elements", body: HostileTexts.body(template, listing: element)))
            }
            for (text, body) in filled {
                requests.append(
                    HostileRequest(
                        route: bodies.route, text: text,
                        request: try .toCampus(bodies.method, path, body: Data(body.utf8)), sender: sender))
            }
        }
        return requests
    }

    private static func searches() throws -> [HostileRequest] {
        let texts = HostileTexts.all.map { ($0.name, HostileTexts.repeated($0.unit, bytes: 2_000)) }
        return try (texts + [("frequent words", "a e i o u")]).map { name, words in
            let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return HostileRequest(
                route: "GET /meetups?q=", text: name, request: try .toCampus(.get, "/meetups?q=\(query)"))
        }
    }
}
