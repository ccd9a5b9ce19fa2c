import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Mails to the contact of a check-in while the server's mail transport fails.
@Suite struct AlertDeliveryTests {
    private let faultyTransport: FaultyMailTransport
    private let events: EventCounts
    private let server: TestServer

    init() {
        let (faultyTransport, events) = (FaultyMailTransport(), EventCounts())
        (self.faultyTransport, self.events) = (faultyTransport, events)
        server = TestServer.onCampus {
            faultyTransport.install(in: &$0)
            $0.count = events.add
        }
    }

    private var alerts: [OutgoingMail] { faultyTransport.attempts.filter { $0.recipient.text == TestServer.mum.email } }

    /// Makes Maya miss a check-in. The mail transport has the fault afterwards.
    private func miss(_ fault: FaultyMailTransport.Fault) async throws -> (maya: Member, checkIn: CheckInID) {
        let maya = try await server.members("maya")[0]
        let checkIn = try await server.checkIn(by: maya).id
        try await server.passMinutes(75)
        faultyTransport.fault = fault
        return (maya, checkIn)
    }

    private func checkIn(of maya: Member) async throws -> SafetyCheckIn {
        try await server.deferringWork { try #require(try await server.checkIns(maya).first) }
    }

    private func work(forMinutes minutes: Double) async throws {
        for _ in 0..<Int(minutes * 2) {
            try await server.backend.runScheduledWork()
            try await server.passMinutes(0.5)
        }
    }

    private func pending() async throws -> Int {
        try await server.store.read { try $0.count(AlertRecord.self, AlertRecord.due(at: .distantFuture)) }
    }

    /// Makes the contact opt out by the link in the first mail.
    private func optOut() async throws {
        let words = try #require(alerts.first).text.split(separator: " ")
        let link = try #require(words.last { $0.hasPrefix("https://orbit.example/contacts/") })
        let token = try #require(link.split(separator: "/").last)
        #expect(
            try await server.deferringWork { try await server.send(.post, "/check-in-contacts/\(token)/refuse") }.status
                == 200)
    }

    @Test func `an alert that is always refused is tried eight times, then owner and operator are notified`()
        async throws
    {
        let (maya, id) = try await miss(.refuses)
        let start = server.clock.date
        var times: [TimeInterval] = []
        let slices = try await server.slices(of: [maya]) {
            while times.count < 8, server.clock.date < start.addingTimeInterval(3 * 3_600) {
                let before = alerts.count
                try await server.backend.runScheduledWork()
                if alerts.count > before { times.append(server.clock.date.timeIntervalSince(start)) }
                if times.count == 1 { #expect(try await checkIn(of: maya).alertedAt == nil, "nobody was told") }
                if times.count < 8 { try await server.passMinutes(1 / 12) }
            }
        }
        let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
        for (pause, expected) in zip(pauses, [30.0, 60, 120, 240, 480, 960, 1_920]) {
            #expect((expected * 0.75...expected * 1.25 + 5).contains(pause))
        }
        #expect(alerts.count == 8 && Set(alerts.map(\.id)).count == 1)
        #expect(slices[0].events.map(\.kind) == [.checkInChanged, .checkInChanged])
        let failed = try await checkIn(of: maya)
        #expect(failed.state == .missed && failed.alertedAt == nil && failed.undeliveredAt == server.clock.date)
        #expect(events.count(of: .alertFailed) == 1 && events.count(of: .mailRefused) == 8)
        #expect(try await pending() == 0)
        faultyTransport.fault = nil
        try await work(forMinutes: 60)
        #expect(server.messages().isEmpty)
        // The contact has got no alert, so they get no all-clear.
        #expect(try await server.safe(id, by: maya).status == 200)
        try await work(forMinutes: 60)
        #expect(server.messages().isEmpty && alerts.count == 8)
        let safe = try await checkIn(of: maya)
        #expect(safe.state == .safe && safe.alertedAt == nil && safe.undeliveredAt == nil)
    }

    @Test func `an alert that is refused and then accepted is confirmed once`() async throws {
        let (maya, _) = try await miss(.refuses)
        try await work(forMinutes: 3)
        #expect(alerts.count > 1 && server.messages().isEmpty)
        #expect(try await checkIn(of: maya).alertedAt == nil)
        faultyTransport.fault = nil
        try await work(forMinutes: 180)
        #expect(server.messages().count == 1)
        let told = try await checkIn(of: maya)
        #expect(told.alertedAt != nil && told.undeliveredAt == nil)
        #expect(try await pending() == 0 && events.count(of: .alertFailed) == 0)
    }

    @Test func `a mail transport that hangs holds up no transaction, and its alert is tried again`() async throws {
        let (maya, _) = try await miss(.hangs)
        let work = Task { try await server.backend.runScheduledWork() }
        await faultyTransport.waitForHang()
        await server.clock.waitForSleepers(atLeast: 1)
        #expect(try await server.deferringWork { try await server.me(maya.token).status } == 200)
        #expect(try await checkIn(of: maya).state == .missed)
        server.clock.advance(by: MailDelivery.maxWait)
        try await work.value
        #expect(alerts.count == 1 && events.count(of: .mailRefused) == 1)
        #expect(try await checkIn(of: maya).alertedAt == nil)
        faultyTransport.fault = nil
        try await self.work(forMinutes: 2)
        #expect(server.messages().count == 1 && alerts.count == 2)
        faultyTransport.release()
        try await self.work(forMinutes: 60)
        #expect(server.messages().count == 1)
    }

    @Test func `a mail transport that fails after accepting a message gets the same identifier again`() async throws {
        let (maya, _) = try await miss(.failsAfterAcceptance)
        try await server.backend.runScheduledWork()
        faultyTransport.fault = nil
        try await work(forMinutes: 60)
        #expect(server.messages().count == 2 && Set(server.messages().map(\.id)).count == 1)
        #expect(try await checkIn(of: maya).alertedAt != nil)
    }

    @Test func `a contact who opts out between two attempts gets no mail, and the owner is notified`() async throws {
        let (maya, _) = try await miss(.refuses)
        try await server.backend.runScheduledWork()
        try await optOut()
        faultyTransport.fault = nil
        let slices = try await server.slices(of: [maya]) { try await work(forMinutes: 60) }
        #expect(server.messages().isEmpty && alerts.count == 1)
        #expect(slices[0].events.map(\.kind) == [.checkInChanged])
        let untold = try await checkIn(of: maya)
        #expect(untold.isContactRefusing && untold.alertedAt == nil && untold.undeliveredAt == nil)
        #expect(try await pending() == 0)
    }

    @Test func `an alert of unknown acceptance is noted as undelivered if the contact opts out before a retry`()
        async throws
    {
        let (maya, _) = try await miss(.losesResponse)
        try await server.backend.runScheduledWork()
        try await optOut()
        let slices = try await server.slices(of: [maya]) { try await work(forMinutes: 60) }
        #expect(slices[0].events.map(\.kind) == [.checkInChanged])
        let missed = try await checkIn(of: maya)
        #expect(missed.state == .missed && missed.isContactRefusing && missed.alertedAt == nil)
        #expect(missed.undeliveredAt != nil)
        #expect(alerts.count == 1)
        #expect(try await pending() == 0)
    }

    @Test func `no mail is sent for a person who is safe after a refused attempt`() async throws {
        let (maya, id) = try await miss(.refuses)
        try await server.backend.runScheduledWork()
        faultyTransport.fault = nil
        #expect(try await server.safe(id, by: maya).status == 200)
        try await work(forMinutes: 60)
        #expect(server.messages().isEmpty && alerts.count == 1)
        let safe = try await checkIn(of: maya)
        #expect(safe.state == .safe && safe.alertedAt == nil && safe.undeliveredAt == nil)
        #expect(try await pending() == 0)
    }

    @Test func `an all-clear after an alert of unknown acceptance says that the alert may have been sent`()
        async throws
    {
        let (maya, id) = try await miss(.losesResponse)
        let attempted = server.clock.date
        try await server.backend.runScheduledWork()
        // The mail transport refuses the second attempt, but it may have accepted the first.
        faultyTransport.fault = .refuses
        try await work(forMinutes: 1.5)
        #expect(alerts.count == 2)
        #expect(try await checkIn(of: maya).alertedAt == nil)
        faultyTransport.fault = nil
        let clearing = try await server.safe(id, by: maya).payload(Keyed<SafetyCheckIn>.self).value
        #expect(clearing.isClearing == true && clearing.alertedAt == nil)
        try await work(forMinutes: 60)
        #expect(
            server.messages().map(\.subject) == ["A safety check-in was missed", "All clear: the person is safe"])
        #expect(server.messages().last?.text.contains("We may have written to you earlier that we had not") == true)
        let safe = try await checkIn(of: maya)
        #expect(safe.alertedAt == attempted && safe.undeliveredAt == nil && safe.isClearing == nil)
    }

    @Test func `the time of the alert does not change with the all-clear`() async throws {
        let (maya, id) = try await miss(.refuses)
        faultyTransport.fault = nil
        try await server.backend.runScheduledWork()
        let alerted = try #require(try await checkIn(of: maya).alertedAt)
        try await server.passMinutes(10)
        #expect(try await server.safe(id, by: maya).status == 200)
        #expect(server.messages().last?.text.contains("We wrote to you earlier that we had not") == true)
        #expect(try await checkIn(of: maya).alertedAt == alerted)
    }

    @Test func `an all-clear that is always refused notifies the owner`() async throws {
        let (maya, id) = try await miss(.failsAfterAcceptance)
        faultyTransport.fault = nil
        try await server.backend.runScheduledWork()
        faultyTransport.fault = .refuses
        #expect(try await server.safe(id, by: maya).status == 200)
        let clearing = try await checkIn(of: maya)
        #expect(clearing.state == .safe && clearing.isClearing == true)
        try await work(forMinutes: 120)
        let safe = try await checkIn(of: maya)
        #expect(safe.state == .safe && safe.undeliveredAt != nil && safe.isClearing == nil)
        #expect(alerts.count == 1 + 8 && events.count(of: .alertFailed) == 1)
    }

    @Test func `an alert that fails for good after an accepted all-clear is not reported as undelivered`() async throws
    {
        let (maya, id) = try await miss(.refuses)
        for _ in 0..<200 where alerts.count < 7 { try await work(forMinutes: 0.5) }
        #expect(alerts.count == 7)
        try await server.passMinutes(41)
        faultyTransport.fault = .hangs
        let lastAttempt = Task { try await server.backend.runScheduledWork() }
        await faultyTransport.waitForHang()
        faultyTransport.fault = nil
        #expect(try await server.deferringWork { try await server.safe(id, by: maya).status } == 200)
        #expect(server.messages().map(\.subject) == ["All clear: the person is safe"])
        faultyTransport.release()
        try await lastAttempt.value
        let safe = try await checkIn(of: maya)
        #expect(safe.state == .safe && safe.alertedAt != nil && safe.undeliveredAt == nil)
        #expect(alerts.count == 9 && events.count(of: .alertFailed) == 0)
        #expect(try await pending() == 0)
    }

    @Test func `an all-clear to a contact who has opted out since the alert is noted as undelivered`() async throws {
        let (maya, id) = try await miss(.refuses)
        faultyTransport.fault = nil
        try await server.backend.runScheduledWork()
        #expect(try await checkIn(of: maya).alertedAt != nil)
        try await optOut()
        let slices = try await server.slices(of: [maya]) {
            let safe = try await server.safe(id, by: maya).payload(Keyed<SafetyCheckIn>.self).value
            #expect(safe.state == .safe && safe.isContactRefusing && safe.undeliveredAt == server.clock.date)
            #expect(safe.isClearing == nil)
            #expect(try await checkIn(of: maya) == safe)
        }
        #expect(slices[0].events.map(\.kind) == [.checkInChanged], "the owner is notified once")
        #expect(alerts.count == 1 && events.count(of: .alertFailed) == 0)
        #expect(try await pending() == 0)
    }

    /// The all-clear is not sent, because the contact has opted out before the acceptance of the alert was known.
    @Test func `an alert that is accepted late does not hide that the all-clear was undelivered`() async throws {
        let (maya, id) = try await miss(.losesResponse)
        try await server.backend.runScheduledWork()
        let (key, context) = (AlertRecord.key(.missed, id), server.backend.context)
        let alert = try #require(try await server.store.read { try $0.get(AlertRecord.self, key) })
        try await optOut()
        #expect(try await server.deferringWork { try await server.safe(id, by: maya).status } == 200)
        try await context.commit(at: server.clock.date) { transaction in
            try AlertContacts(context: context, transaction: transaction).note(.accepted, of: alert)
        }
        let safe = try await checkIn(of: maya)
        #expect(safe.alertedAt != nil && safe.undeliveredAt != nil)
    }

    @Test func `alerts that are refused at the same time are retried at different times`() async throws {
        let people = try await server.members((0..<12).map { "person\($0)" })
        for (number, person) in people.enumerated() {
            let contact = CheckInContact(name: "C", email: "c\(number)@family.example")
            _ = try await server.checkIn(to: contact, by: person)
        }
        try await server.passMinutes(75)
        faultyTransport.fault = .refuses
        try await server.backend.runScheduledWork()
        let alerts = try await server.store.read { try $0.list(AlertRecord.self, AlertRecord.due(at: .distantFuture)) }
        #expect(alerts.count == 12 && Set(alerts.map(\.next)).count > 6)
    }
}
