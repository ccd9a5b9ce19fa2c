import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Safety
import Testing
import TimeAndChance
import Validation

@Suite @MainActor struct ReportFormTests {
    private static let report = Report(
        id: "1", receipt: "4F7A-09C2", about: .person("liam"), reason: .threat,
        createdAt: Date(timeIntervalSince1970: 1_800_000_000))

    private func log() -> EventLog { EventLog(time: VirtualClock(), random: .seeded(2)) }

    @Test func `a form without a reason says so and sends nothing`() async throws {
        let stub = StubTransport([])
        let form = ReportFormViewModel(
            about: .person("liam"), service: ReportService(client: try .scripted(stub)), log: log())
        let failure = try #require(await form.send().failure)
        #expect(failure.fields.map(\.path) == ["reason"] && failure.message == "Choose why you report this.")
        form.reason = .other
        #expect(await form.send().failure?.message == "Say what happened.")
        try await stub.finish()
    }

    @Test func `another category clears the reason, and evidence can be added and removed`() async throws {
        let form = ReportFormViewModel(
            about: .person("liam"), service: ReportService(client: try .scripted(StubTransport([]))), log: log())
        (form.category, form.reason) = (.danger, .threat)
        form.category = .danger
        #expect(form.reason == .threat)
        form.category = .deceit
        #expect(form.reason == nil)
        for _ in 0..<3 { form.toggle(EvidenceChoice(.profile)) }
        #expect(form.evidence == [EvidenceChoice(.profile)])
        for number in 0..<20 { form.toggle(EvidenceChoice(.text, text: "\(number)")) }
        #expect(form.evidence.count == ReportLimits.evidence)
    }

    @Test func `a report whose response is lost is sent again with its key, and not after a success`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/reports", error: .connectionLost),
            .expect(.post, "/api/reports", response: try .success(Keyed(Self.report))),
        ])
        let log = log()
        let form = ReportFormViewModel(
            about: .person("liam"), service: ReportService(client: try .scripted(stub)), log: log)
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send().failure?.kind == .noResponse)
        #expect(await form.send() == .done)
        #expect(form.receipt == "4F7A-09C2")
        #expect(await form.send() == .skipped)
        try await stub.finish()
        let keys = await stub.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys[0] != nil && keys[0] == keys[1])
    }

    @Test func `a form that is being sent is not sent again`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([slow.exchange(.post, "/api/reports", response: try .success(Keyed(Self.report)))])
        let form = ReportFormViewModel(
            about: .person("liam"), service: ReportService(client: try .scripted(stub)), log: log())
        form.reason = .threat
        let sending = Task { await form.send() }
        await slow.waitForRequest()
        form.reason = nil
        #expect(await form.send() == .skipped && form.failure == nil)
        slow.release()
        #expect(await sending.value == .done)
        try await stub.finish()
    }

    @Test(arguments: [
        (2_000, 4_000, 10, 64, true), (2_001, 1, 1, 1, false), (1, 4_001, 1, 1, false), (1, 1, 11, 1, false),
        (1, 1, 1, 65, false),
    ])
    func `texts, evidence and identifiers of a report have limits`(
        text: Int, evidenceText: Int, evidence: Int, identifier: Int, isValid: Bool
    ) {
        let choice = EvidenceChoice(.text, text: String(repeating: "x", count: evidenceText))
        let request = SendReportRequest(
            about: .person(UserID(String(repeating: "u", count: identifier))), reason: .threat,
            text: String(repeating: "x", count: text), evidence: Array(repeating: choice, count: evidence))
        #expect(ReportRules.failures(in: request).isEmpty == isValid)
    }

    @Test func `an appeal that is not allowed is not sent`() async throws {
        let stub = StubTransport([])
        let model = ReportsViewModel(service: ReportService(client: try .scripted(stub)), log: log())
        #expect(await model.appeal(Self.report, "Look again.") == .skipped)
        var acted = Self.report
        (acted.status, acted.outcome) = (.decided, .acted)
        #expect(await model.appeal(acted, "Look again.") == .skipped)
        let appealed = Decision(
            id: "1", action: .warn, reason: .threat, about: .person("liam"), decidedAt: Self.report.createdAt,
            appeal: .open)
        #expect(await model.appeal(appealed, "Look again.") == .skipped)
        try await stub.finish()
    }
}
