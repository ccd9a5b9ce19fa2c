import Foundation
import Meetups
import Networking
import OrbitBackend
import OrbitModels
import TimeAndChance

/// The archive of a person with many meetups, posts and blocks. It is made from the archive of a person with one of
/// each.
struct MadeArchive {
    static let email = "archive@orbit.example"
    private static let id = "archive"

    let file: Data

    init(records: Int) async throws {
        let campus = try await LogCampus(people: 20)
        let device = try await campus.signIn(0)
        func respond(_ method: HTTPMethod, _ path: String, _ body: Data = Data()) async throws -> HTTPResponse {
            let request = try device.signed(.toCampus(method, path, key: path, body: body))
            let response = await campus.backend.respond(to: request, origin: device.origin)
            guard response.status == 200 else {
                throw UnexpectedInput("\(path) comes to \(String(decoding: response.body, as: UTF8.self))")
            }
            return response
        }
        let start = Date(timeIntervalSince1970: (SystemClock().date.timeIntervalSince1970 / 900).rounded() * 900)
        var entry = MeetupEntry(
            title: "Chess in the park", description: "All are welcome.", eventType: .study, sport: nil,
            interestTags: [Interest("chess")], start: start.addingTimeInterval(86_400),
            end: start.addingTimeInterval(90_000), timeZone: "America/Los_Angeles", approval: .automatic)
        entry.place.name = "The park"
        let hosted = try await respond(.post, "/meetups", try OrbitJSON.encoder.encode(entry))
        guard
            case .success(let meetup) = try OrbitJSON.decoder.decode(
                Envelope<MeetupListing>.self, from: hosted.body)
        else { throw UnexpectedInput("There is no meetup.") }
        let post = PostRequest(text: "Bring a board, and something to drink. It may get late.")
        _ = try await respond(.post, "/meetups/\(meetup.meetup.id)/posts", try OrbitJSON.encoder.encode(post))
        let exported = try await respond(.get, "/users/me/export")
        file = try Self.widened(exported.body, to: records, from: start)
    }

    private typealias Object = [String: Any]

    /// Returns the archive with more records. A hundredth are meetups. Half of the rest are posts at them, and half are
    /// blocks.
    private static func widened(_ file: Data, to records: Int, from start: Date) throws -> Data {
        guard var archive = try JSONSerialization.jsonObject(with: file) as? Object,
            var sections = archive["sections"] as? [String: [Object]],
            var account = sections["account"]?.first, var profile = account["profile"] as? Object,
            let meetup = sections["meetups_hosted"]?.last, let post = sections["posts"]?.last
        else { throw UnexpectedInput("The export is no archive.") }
        (archive["user_id"], account["user_id"], account["email"]) = (id, id, email)
        profile["photos"] = [Object]()
        account["profile"] = profile
        let hosted = records / 100
        let posts = (records - hosted) / 2
        sections = [
            "account": [account], "photos": [],
            "meetups_hosted": try (0..<hosted).map { try self.meetup($0, like: meetup, from: start) },
            "posts": (0..<posts).map { number in
                var post = post
                (post["id"], post["author_id"], post["meetup_id"]) = ("post\(number)", id, "meetup\(number % hosted)")
                return post
            },
            "blocks": (0..<(records - hosted - posts)).map { number in
                [
                    "user_id": "blocked\(number)", "name": "Blocked \(number)",
                    "blocked_at": RFC3339.string(from: start) ?? "",
                ]
            },
        ]
        archive["sections"] = sections
        return try JSONSerialization.data(withJSONObject: archive)
    }

    /// Returns a meetup that took place at least a hundred days ago.
    private static func meetup(_ number: Int, like other: Object, from start: Date) throws -> Object {
        var hosted = other
        guard var meetup = hosted["meetup"] as? Object else { throw UnexpectedInput("There is no meetup.") }
        (meetup["id"], meetup["host_id"], hosted["link"]) = ("meetup\(number)", id, "link\(number)")
        let day = start.addingTimeInterval(-Double(100 + number) * 86_400)
        (meetup["start"], meetup["end"]) = (
            RFC3339.string(from: day) ?? "", RFC3339.string(from: day.addingTimeInterval(3_600)) ?? ""
        )
        hosted["meetup"] = meetup
        return hosted
    }
}
