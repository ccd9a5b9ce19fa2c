import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@testable import Safety

/// The effect of each event on mutes, check-ins and plan links, once and twice, and the people that a list leaves out.
@Suite @MainActor struct SafetyFoldTests {
    private let clock = VirtualClock()
    private let contact = CheckInContact(name: "Mum", email: "mum@family.example")

    private func models() throws -> (log: EventLog, mutes: MutesViewModel, checkIns: CheckInsViewModel) {
        let log = EventLog(time: clock, random: .seeded(2))
        let client = try APIClient.scripted(StubTransport([]), time: clock)
        return (
            log, MutesViewModel(service: MuteService(client: client), log: log),
            CheckInsViewModel(service: CheckInService(client: client), log: log)
        )
    }

    private func receive(_ events: [LogEvent], at first: Int, in log: EventLog) {
        let numbered = events.enumerated().map { $1.numbered(first + $0) }
        log.receive(LogSlice(at: LogPosition(epoch: "e", seq: first + events.count - 1), events: numbered))
    }

    /// A mute of Liam and a check-in, which both models then contain.
    private var muteAndCheckIn: [LogEvent] {
        [
            LogEvent(.muteSet, data: Keyed(MutedPerson(userID: "liam", mutedAt: clock.date))),
            LogEvent(.checkInChanged, data: Keyed(checkIn("a"))),
        ]
    }

    private func checkIn(
        _ id: CheckInID, _ state: CheckInState = .running, dueIn seconds: TimeInterval = 3_600
    ) -> SafetyCheckIn {
        SafetyCheckIn(
            id: id, dueAt: clock.date.addingTimeInterval(seconds), grace: 15, contact: contact, state: state,
            createdAt: clock.date)
    }

    @Test func `an event applied twice has its effect once, even if broken or unknown`() throws {
        let mute = MutedPerson(userID: "ana", mutedAt: clock.date)
        let data: [(EventKind, any EventCatalogue.Payload)] = [
            (.muteSet, Keyed(mute)), (.muteEnded, Keyed(UserID("liam"))),
            (.checkInChanged, Keyed(checkIn("b"))), (.checkInChanged, Keyed(checkIn("a", .safe))),
        ]
        let kinds = data.map(\.0) + [.personHidden, .void, EventKind(rawValue: "newer")]
        let events =
            data.map { LogEvent($0.0, subject: "liam", data: $0.1) }
            + kinds.flatMap { kind in data.map { LogEvent(kind, subject: "liam", data: $0.1) } + [LogEvent(kind)] }
        for event in events {
            let (log, mutes, checkIns) = try models()
            receive(muteAndCheckIn, at: 1, in: log)
            receive([event], at: 3, in: log)
            let (muted, known) = (mutes.muted.known, checkIns.checkIns.known)
            receive([event], at: 4, in: log)
            #expect(mutes.muted.known == muted && checkIns.checkIns.known == known, "\(event.kind)")
        }
    }

    @Test func `a broken or unknown event has no effect`() throws {
        let mute = MutedPerson(userID: "ana", mutedAt: clock.date)
        let newer = EventKind(rawValue: "newer")
        let events = [
            LogEvent(.muteSet, subject: "liam"), LogEvent(.muteEnded, subject: "liam"), LogEvent(.checkInChanged),
            LogEvent(.muteSet, subject: "ana", data: Keyed(UserID("ana"))),
            LogEvent(.muteEnded, subject: "liam", data: Keyed(mute)),
            LogEvent(.checkInChanged, data: Keyed(mute)),
            LogEvent(newer, subject: "ana", data: Keyed(mute)),
            LogEvent(newer, subject: "liam", data: Keyed(UserID("liam"))),
            LogEvent(newer, data: Keyed(checkIn("a", .safe))),
        ]
        for event in events {
            let (log, mutes, checkIns) = try models()
            receive(muteAndCheckIn, at: 1, in: log)
            let (muted, known) = (mutes.muted.known, checkIns.checkIns.known)
            #expect(muted.map(\.userID) == ["liam"] && known.map(\.id) == ["a"])
            receive([event], at: 3, in: log)
            #expect(mutes.muted.known == muted && checkIns.checkIns.known == known, "\(event.kind)")
        }
    }

    @Test func `a mute expires by itself, and applies only to its surfaces`() async throws {
        let (log, mutes, _) = try models()
        let until = clock.date.addingTimeInterval(60)
        receive(
            [
                LogEvent(
                    .muteSet,
                    data: Keyed(MutedPerson(userID: "liam", mutedAt: clock.date, until: until, surfaces: [.pokes])))
            ], at: 1, in: log)
        #expect(mutes.isMuted("liam", on: .pokes) && !mutes.isMuted("liam", on: .posts))
        #expect(mutes.people(on: .pokes, at: clock.date) == ["liam"])
        clock.advance(by: .seconds(60))
        #expect(!mutes.isMuted("liam", on: .pokes) && mutes.mute(of: "liam") == nil)
        #expect(mutes.people(on: .pokes, at: clock.date).isEmpty)
    }

    @Test func `a list leaves people out, keeps knowing them, and shows them again`() async throws {
        let log = EventLog(time: clock, random: .seeded(2))
        let list = PagedList(
            ListDefinition<MutedPerson>.mutes, on: log,
            fetch: { [clock] _ in
                let all = ["liam", "ana"].map { MutedPerson(userID: UserID($0), mutedAt: clock.date) }
                return ListPage(LossyList(all), nextCursor: nil, at: LogPosition(epoch: "e", seq: 1))
            })
        await list.load()
        let leftOut = LockedState<Set<UserID>>(["liam"])
        log.setExclusionFilter { name, _ in name == .mutes ? leftOut.withLock { $0 } : [] }
        #expect(list.items.value?.map(\.id) == ["ana"] && list.known.count == 2)
        leftOut.withLock { $0 = ["liam", "ana"] }
        log.reapplyExclusionFilter()
        #expect(list.items.value == nil && list.items == .empty)
        leftOut.withLock { $0 = [] }
        log.reapplyExclusionFilter()
        #expect(list.items.value?.count == 2)
    }

    @Test func `check-ins are listed as running, next or missed, and every state has a notice`() throws {
        let (log, _, checkIns) = try models()
        receive(
            [
                LogEvent(.checkInChanged, data: Keyed(checkIn("a", dueIn: 7_200))),
                LogEvent(.checkInChanged, data: Keyed(checkIn("b", dueIn: 600))),
                LogEvent(.checkInChanged, data: Keyed(checkIn("c", .cancelled))),
            ], at: 1, in: log)
        #expect(checkIns.running.map(\.id) == ["b", "a"] && checkIns.next?.id == "b")
        clock.advance(by: .seconds(600 + 900))
        #expect(checkIns.running.map(\.id) == ["a"] && checkIns.missed.map(\.id) == ["b"])
        #expect(checkIns.remaining(of: checkIn("x", dueIn: -10)) == 0)
        for state in CheckInState.known + [CheckInState(rawValue: "newer")] {
            #expect(!checkIns.notice(of: checkIn("x", state)).isEmpty)
        }
    }

    @Test func `the notice of a check-in changes at its due time and at its alert, as the clock runs`() async throws {
        let (log, _, checkIns) = try models()
        var short = checkIn("a", dueIn: 30)
        short.grace = 1
        let (given, start) = (short, clock.date)
        let running = Task { await log.clock.run() }
        var seconds: [TimeInterval] = []
        for await _ in changes(of: { checkIns.notice(of: given) }) {
            seconds.append(clock.date.timeIntervalSince(start))
            if seconds.count == 3 { break }
            clock.advance(by: .seconds(seconds.count == 1 ? 30 : 60))
        }
        #expect(seconds == [0, 30, 90])
        running.cancel()
        await running.value
    }

    @Test func `a running check-in becomes a missed one at the time of its alert, as the clock runs`() async throws {
        let (log, _, checkIns) = try models()
        var short = checkIn("a", dueIn: 30)
        short.grace = 0
        receive([LogEvent(.checkInChanged, data: Keyed(short))], at: 1, in: log)
        let running = Task { await log.clock.run() }
        var shown: [[Int]] = []
        for await counts in changes(of: { [checkIns.running.count, checkIns.missed.count] }) {
            shown.append(counts)
            if shown.count == 2 { break }
            clock.advance(by: .seconds(30))
        }
        #expect(shown == [[1, 0], [0, 1]])
        running.cancel()
        await running.value
    }

    @Test func `a fresh check-in shows no failures, a touched field its own, and an attempt all of them`() async throws
    {
        let checkIns = try models().checkIns
        let entry = CheckInEntry(dueAt: clock.date, contact: CheckInContact(name: "", email: ""))
        #expect(checkIns.failures(in: entry).isEmpty && !checkIns.isValid(entry))
        checkIns.touch("due_at")
        #expect(checkIns.failures(in: entry).map(\.path) == ["due_at"])
        checkIns.touch("contact.name")
        #expect(checkIns.failures(in: entry).map(\.path) == ["due_at", "contact.name"])
        let outcome = await checkIns.create(entry)
        #expect(outcome.failure?.kind == .invalid)
        #expect(Set(checkIns.failures(in: entry).map(\.path)) == ["due_at", "contact.name", "contact.email"])
    }

    @Test func `the notice of a check-in states the messages to its contact`() throws {
        let checkIns = try models().checkIns
        func notice(
            _ state: CheckInState, isTold: Bool, isRefusing: Bool = false, isUndelivered: Bool = false,
            isClearing: Bool? = nil
        ) -> String {
            var checkIn = checkIn("x", state)
            checkIn.isClearing = isClearing
            checkIn.undeliveredAt = isUndelivered ? clock.date : nil
            (checkIn.alertedAt, checkIn.isContactRefusing) = (isTold ? clock.date : nil, isRefusing)
            return checkIns.notice(of: checkIn)
        }
        #expect(notice(.missed, isTold: false).hasPrefix("We are telling Mum that you have not checked in."))
        #expect(notice(.missed, isTold: true).hasPrefix("We told Mum that you have not checked in."))
        #expect(
            notice(.missed, isTold: false, isRefusing: true)
                .hasSuffix("does not take messages from Orbit, so we told nobody."))
        // The contact may have opted out through a mail that no mail server is known to have accepted.
        for isRefusing in [false, true] {
            #expect(
                notice(.missed, isTold: false, isRefusing: isRefusing, isUndelivered: true)
                    == "We do not know whether our emails to Mum arrived. If you need help, call someone.")
        }
        #expect(
            notice(.safe, isTold: true, isUndelivered: true)
                == "We do not know whether our emails to Mum arrived. Tell them yourself that you are safe.")
        // The contact had opted out, so that no mail was sent.
        #expect(
            notice(.safe, isTold: true, isRefusing: true, isUndelivered: true)
                == "Mum does not take messages from Orbit and does not know that you are safe. Tell them yourself.")
        #expect(notice(.safe, isTold: false) == "You have said that you are safe. We told nobody.")
        for isTold in [false, true] {
            #expect(notice(.safe, isTold: isTold, isClearing: true) == "We are telling Mum that you are safe.")
        }
        #expect(notice(.safe, isTold: true) == "We told Mum that you are safe.")
        #expect(notice(.cancelled, isTold: false) == "You have cancelled this check-in. We told nobody.")
    }

    @Test func `every route is unique, and descriptions of secrets do not contain them`() throws {
        let routes = MuteRoutes.all + CheckInRoutes.all + SharingRoutes.all
        #expect(Set(routes.map(\.description)).count == routes.count)
        #expect("\(contact)\(contact.debugDescription)" == "‹contact›‹contact›")
        let share = NewPlanShare(token: ShareToken("xyzzy"), share: PlanShare(meetupID: "1"))
        let link = try SharedPlanLink(share, at: try ServerAddress("https://orbit.example/api"))
        #expect(link.url.path().hasSuffix("/shared-plans/xyzzy") && !"\(link) \(share)".contains("xyzzy"))
    }
}
