import Auth
import Foundation
import Meetups
import Networking
import OrbitDemo
import OrbitModels
import Safety
import TimeAndChance

/// The account that sends costly requests, and the meetups, reports and decisions that the requests are about.
struct HostileWorld {
    /// An identifier that does not exist.
    private static let absent = "00000000000000000000000000000000"

    let campus: LogCampus
    /// The costly account.
    let owner: BenchmarkDevice
    let ownerID: UserID
    let profile: Profile
    /// Signed-in people who host, attend, poke and report.
    let others: [BenchmarkDevice]
    let moderators: [BenchmarkDevice]
    let entry: MeetupEntry
    /// The day before ``entry``.
    let tomorrow: Date
    /// Identifiers and times, by the names of parameters and members.
    var names: [String: String] = [:]
    /// The subject of each try of an operation, by its path.
    var subjects: [String: [String]] = [:]
    /// The first occurrences of series that `others[1]` hosts.
    var series: [String] = []
    /// Codes that were not used yet.
    var codes: [VerifyCodeRequest] = []
    /// Refresh tokens of separate sessions.
    var refreshTokens: [RefreshToken] = []
    /// Codes of people who are suspended.
    var suspended: [SuspendedRequest] = []
    /// Codes of suspended people whose accounts are erased.
    var erased: [SuspendedRequest] = []

    /// - Parameter load: A load that has signed in the first residents. The next resident is the costly account.
    init(of load: CampusLoad) async throws {
        let campus = load.campus
        let resident = campus.residents[load.viewers.count]
        guard let profile = resident.profile else { throw UnexpectedInput("A resident has no profile.") }
        var moderators: [BenchmarkDevice] = []
        for (number, address) in LogCampus.moderators.enumerated() {
            moderators.append(try await campus.signIn(address, origin: "10.8.0.\(number + 1)"))
        }
        (self.campus, self.profile, self.moderators, others) = (campus, profile, moderators, load.viewers)
        owner = try await campus.signIn(load.viewers.count)
        ownerID = resident.id
        let entry = MeetupEntry.inTwoDays
        tomorrow = (entry.start ?? SystemClock().date).addingTimeInterval(-86_400)
        self.entry = entry
        try await makeMeetups()
        try await makeCases()
        try await makeCodes()
    }

    /// A hundred people beside the costly account.
    var people: [UserID] { campus.residents.prefix(101).map(\.id).filter { $0 != ownerID } }

    /// People without meetups or messages, one for each try.
    var strangers: [UserID] { campus.residents.dropFirst(110).prefix(HostileRequest.tries).map(\.id) }

    /// Replaces the names in braces in a path or a template by values.
    ///
    /// - Parameters:
    ///   - text: The path or template.
    ///   - subject: The replacement for every name; `nil` for the values of ``names``.
    func fill(_ text: String, with subject: String? = nil) -> String {
        text.replacing(/\{([a-z_]+)\}/) { match in
            subject ?? names[String(match.output.1)] ?? Self.absent
        }
    }

    /// Returns the path of an operation in one of its tries.
    func path(of pattern: String, inTry number: Int = 0) -> String {
        let subjects = subjects[pattern] ?? []
        return fill(pattern, with: subjects.isEmpty ? nil : subjects[number % subjects.count])
    }

    /// Returns the account of a person who may send an operation, or `nil` for the costly account.
    func sender(of path: String) -> BenchmarkDevice? {
        guard path.hasPrefix("/moderation/") else { return nil }
        // An appeal must be decided by another moderator than the case.
        return path.hasPrefix("/moderation/appeals/") ? moderators[1] : moderators[0]
    }
}

extension MeetupEntry {
    /// A meetup in two days that all people of the campus may join.
    static var inTwoDays: MeetupEntry {
        let quarter = (SystemClock().date.timeIntervalSince1970 / 900).rounded()
        let start = Date(timeIntervalSince1970: quarter * 900 + 172_800)
        var entry = MeetupEntry(
            title: "Chess", eventType: .social, start: start, end: start.addingTimeInterval(7_200),
            timeZone: "America/New_York", approval: .automatic)
        entry.place.coordinates = CampusSeed.centre.map {
            CoordinatesEntry(latitude: $0.latitude, longitude: $0.longitude)
        }
        return entry
    }
}
