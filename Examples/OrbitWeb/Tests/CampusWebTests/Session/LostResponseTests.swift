import Foundation
import Networking
import OrbitDemo
import Safety
import Testing
import TimeAndChance

@testable import CampusWeb

/// A transport that loses all responses, also those to forms, which the server has performed.
private struct LosingTransport: HTTPTransport {
    let wrapped: any HTTPTransport
    let isLosing: LockedState<Bool>

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await wrapped.send(request)
        guard !isLosing.withLock({ $0 }) else { throw .connectionLost }
        return response
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw .connectionLost  // an event would confirm the action without its response
    }
}

@Suite(.timeLimit(.minutes(5))) struct LostResponseTests {
    @Test func `a safety check-in whose response was lost is started once by a second press`() async throws {
        let isLosing = LockedState(false)
        let web = try await WebUnderTest { settings in
            let transport = settings.transport
            settings.transport = { LosingTransport(wrapped: transport($0), isLosing: isLosing) }
        }
        let clock = web.world.clock
        try await web.runSignedIn { browser in
            try await browser.get("/safety")
            let fields = [
                ("name", "Mum"), ("contact", "mum@family.example"), ("minutes", "120"), ("message", "In the park"),
                ("meetup", ""),
            ]
            isLosing.withLock { $0 = true }
            let failed = try await browser.submit("/safety", fields)
            #expect(failed.region("running")?.contains("class=\"problem\"") == true)
            isLosing.withLock { $0 = false }
            clock.advance(by: .seconds(5))
            let started = try await browser.submit("/safety", fields)
            let running = try #require(started.region("running"))
            #expect(!running.contains("class=\"problem\""))
            #expect(running.components(separatedBy: "id=\"check-").count == 2)
        }
    }

    @Test @MainActor func `an entry of a check-in is repeated within two minutes, and without other changes`() {
        let typed = TypedCheckIn()
        let sent = CheckInEntry(
            dueAt: Date(timeIntervalSince1970: 1_000), contact: CheckInContact(name: "Mum", email: "mum@family.example")
        )
        #expect(typed.sentEntry(like: sent) == nil)
        typed.entry = sent
        var other = sent
        other.dueAt = Date(timeIntervalSince1970: 1_119)
        #expect(typed.sentEntry(like: other) == sent)
        other.message = "Hello"
        #expect(typed.sentEntry(like: other) == nil)
        other = sent
        for seconds in [999.0, 1_120.0] {
            other.dueAt = Date(timeIntervalSince1970: seconds)
            #expect(typed.sentEntry(like: other) == nil)
        }
    }
}
