import Meetups
import Networking
import OrbitModels

/// The account that attacks. It hosts meetups and series, has hidden people, and has not sent any of its costly
/// requests.
struct HostileAttacker {
    private static let plans = 3
    /// Two series leave room for meetups below ``MeetupLimits/maxHosted``.
    private static let repeated = 2
    /// More people than may be reported in an hour.
    private static let accused = 60

    let device: BenchmarkDevice
    /// The pages of ``HostileFeed``.
    let pages: [HostileRequest]
    /// The names of the world that is measured, with a meetup and a post of this account.
    let world: HostileWorld
    /// The first occurrences of its series.
    let series: [String]
    private let meetups: [String]

    /// - Parameter load: A load that has signed in the first residents. The account is the next resident after the
    ///   costly account.
    init(of load: CampusLoad, beside world: HostileWorld) async throws {
        let place = load.viewers.count + 1
        device = try await load.campus.signIn(place)
        pages = try await HostileFeed(campus: load.campus).requests(by: device, load.campus.residents[place].id)
        var daily = world.entry
        daily.repeats = "FREQ=DAILY;COUNT=\(MeetupLimits.occurrences)"
        var (plans, firsts): ([String], [String]) = ([], [])
        for _ in 0..<Self.plans { plans.append(try await world.plan(world.entry, by: device)) }
        for _ in 0..<Self.repeated { firsts.append(try await world.plan(daily, by: device)) }
        let post: FeedItem = try await load.campus.payload(
            .post, "/meetups/\(plans[0])/posts", PostRequest(text: "Hello"), by: device)
        var own = world
        own.names["meetup_id"] = plans[0]
        own.names["post_id"] = post.id.rawValue
        own.subjects = [:]
        (meetups, series, self.world) = (plans, firsts, own)
    }

    /// Requests that the backend accepts until a limit refuses them, the costliest first.
    func accepted(photoBytes: Int) throws -> [HostileRequest] {
        let requests = AcceptedRequests(world: world)
        // Excludes people who send other requests at the same time.
        let people = world.campus.residents.dropFirst(113).prefix(MeetupLimits.openInvitations).map(\.id)
        let accused = people.prefix(Self.accused).map(\.self)
        return [
            try HostilePhoto.photos(of: photoBytes),
            try requests.accept(.post, HostileAttack.invitations, "100 people", about: meetups) { _ in
                try requests.json(InvitePeopleRequest(userIDs: people))
            },
            try requests.accept(.post, "/reports", "ten pieces of evidence", tries: accused.count) {
                try requests.json(requests.largestReport(about: accused[$0]))
            },
        ] + pages
    }
}
