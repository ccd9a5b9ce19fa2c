import BackendRuntime
import Foundation
import Networking
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import PageParts
import TimeAndChance
import Validation

/// A seeded campus in this process, with its clock and the mails that it sends.
final class DemoWorld: Sendable {
    /// A mail, as the page of the demonstration shows it.
    struct Mail: Hashable, Sendable {
        let recipient: String
        let subject: String
        let text: String
        let date: Date
    }

    /// The steps by which a user may move the clock, in minutes.
    static let steps = [15, 60, 24 * 60]
    private static let maxMails = 20

    let campus: DemoCampus
    let clock: DemoClock
    /// The resident who decides about reports.
    let moderator: User?
    private let mails: LockedState<[Mail]>

    private init(campus: DemoCampus, clock: DemoClock, mails: LockedState<[Mail]>) {
        (self.campus, self.clock, self.mails) = (campus, clock, mails)
        moderator = campus.residents.last
    }

    /// Creates a campus.
    ///
    /// - Parameters:
    ///   - people: The number of people.
    ///   - seed: The seed of the people and of their actions.
    ///   - base: The clock that the clock of the campus follows.
    static func make(
        people: Int = 40, seed: UInt64 = 7, over base: any TimeSource = SystemClock()
    ) async throws -> DemoWorld {
        let clock = DemoClock(over: base)
        let mails = LockedState<[Mail]>([])
        // The seed gives the same people in every campus, so the address of the last of them is known in advance.
        let last = try await CampusSeed(people: people, seed: seed).populate(MemoryStore(), time: clock).last
        let campus = try await DemoCampus(
            people: people, seed: seed, pace: .seconds(20), time: clock,
            mailTransport: { mail in
                let shown = Mail(
                    recipient: mail.recipient.text, subject: mail.subject, text: mail.text, date: clock.date)
                mails.withLock { $0 = Array(([shown] + $0).prefix(Self.maxMails)) }
            },
            moderators: last.map { [try EmailAddress($0.email)] } ?? [])
        return DemoWorld(campus: campus, clock: clock, mails: mails)
    }

    /// The mails, the latest first.
    var latestMails: [Mail] { mails.withLock { $0 } }

    /// Runs the simulated life and the work of the backend, until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [campus] in await campus.backend.work() }
            group.addTask { [campus] in await campus.life.run(until: .distantFuture) }
        }
    }

    /// Performs a form of the page of the demonstration.
    ///
    /// - Returns: `nil` for another form.
    func perform(_ request: PageRequest) async -> PageResponse? {
        guard request.path == "/demo/clock" else { return nil }
        if let minutes = request.form.integer("minutes"), Self.steps.contains(minutes) {
            clock.advance(by: .seconds(60 * minutes))
        }
        return .redirect(to: "/demo")
    }
}

extension WebSettings {
    /// The settings of a front end with a campus in this process.
    static func demonstration(_ world: DemoWorld, random: RandomSource = .system) -> WebSettings {
        var settings = WebSettings(
            server: world.campus.server,
            transport: { InProcessTransport(world.campus.backend, origin: $0.text) }, zone: CampusSeed.timeZone)
        settings.registry = CampusSeed.registry
        settings.time = world.clock
        settings.random = random
        settings.demonstration = world
        return settings
    }

    /// The settings of a front end over a server.
    static func server(_ server: ServerAddress, zone: TimeZone) -> WebSettings {
        // One for all sessions, because each has a thread and several descriptors.
        let transport = SystemTransport()
        return WebSettings(
            server: server, transport: { ForwardingTransport(wrapped: transport, address: $0) }, zone: zone)
    }
}
