import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Safety
import Testing
import TimeAndChance

/// Creating and extending check-ins.
@Suite @MainActor struct CheckInsViewModelTests {
    private let clock = VirtualClock()
    private let contact = CheckInContact(name: "Mum", email: "mum@family.example")

    private func model(_ stub: StubTransport) throws -> CheckInsViewModel {
        CheckInsViewModel(
            service: CheckInService(client: try .scripted(stub, time: clock)),
            log: EventLog(time: clock, random: .seeded(2)))
    }

    private func checkIn() -> SafetyCheckIn {
        SafetyCheckIn(
            id: "a", dueAt: clock.date.addingTimeInterval(3_600), grace: 15, contact: contact, createdAt: clock.date)
    }

    @Test func `the failures of the form are shown from a failed attempt until the next success`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/check-ins", error: .cannotConnect),
            .expect(.post, "/api/check-ins", response: try .success(Keyed(checkIn()))),
        ])
        let model = try model(stub)
        let entry = CheckInEntry(dueAt: clock.date.addingTimeInterval(3_600), contact: contact)
        let empty = CheckInEntry(dueAt: clock.date, contact: CheckInContact(name: "", email: ""))
        #expect(await model.create(entry).failure?.kind == .unreachable)
        #expect(model.failures(in: empty).map(\.path) == ["due_at", "contact.name", "contact.email"])
        #expect(await model.create(entry) == .done)
        #expect(model.failures(in: empty).isEmpty)
        try await stub.finish()
    }

    @Test func `a check-in is not extended to an earlier time or to its own time, and nothing is sent`() async throws {
        let stub = StubTransport([])
        let model = try model(stub)
        let checkIn = checkIn()
        for seconds in [600.0, 3_600] {
            let outcome = await model.extend(checkIn, to: clock.date.addingTimeInterval(seconds))
            #expect(outcome.failure?.kind == .invalid)
        }
        try await stub.finish()
    }
}
