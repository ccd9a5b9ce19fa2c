import Networking
import NetworkingTesting
import OrbitModels
import Testing
import __Feature__

@testable import BackendRuntime
@testable import OrbitBackend

/// The requests for a person's own list, which another person neither sees nor changes.
@Suite struct __Name__RequestTests {
    private let server = TestServer()

    @Test func `a person lists their own elements, the latest first`() async throws {
        let people = try await server.members("maya", "liam")
        let old = try await server.add__Name__("Old", by: people[0])
        server.clock.advance(by: .seconds(1))
        let new = try await server.add__Name__("New", by: people[0])
        #expect(try await server.__names__(of: people[0]) == [new, old])
        #expect(try await server.__names__(of: people[1]).isEmpty)
    }

    @Test func `a text is stored without surrounding spaces, and a text of only spaces is refused`() async throws {
        let maya = try await server.members("maya")[0]
        #expect(try await server.add__Name__("  Hello ", by: maya).text == "Hello")
        let refused = try await server.sendNew__Name__("  ", by: maya)
        #expect(refused.code == .invalidInput && refused.problem?.fields.map(\.path) == ["text"])
    }

    @Test func `only the owner can remove an element, and a second removal is refused`() async throws {
        let people = try await server.members("maya", "liam")
        let element = try await server.add__Name__(by: people[0])
        #expect(try await server.remove__Name__(element.id, by: people[1]).status == 404)
        #expect(try await server.__names__(of: people[0]) == [element])
        #expect(try await server.remove__Name__(element.id, by: people[0]).status == 200)
        #expect(try await server.__names__(of: people[0]).isEmpty)
        #expect(try await server.remove__Name__(element.id, by: people[0]).status == 404)
    }

    @Test func `a person with the maximum number of elements adds another after one is removed`() async throws {
        let people = try await server.members("maya", "liam")
        for _ in 1..<__Name__Rules.maxElements { try await server.add__Name__(by: people[0]) }
        let last = try await server.add__Name__(by: people[0])
        let refused = try await server.sendNew__Name__(by: people[0])
        #expect(refused.status == 409 && refused.code == .limitReached)
        #expect(refused.problem?.details["max"] == .integer(__Name__Rules.maxElements))
        try await server.add__Name__(by: people[1])
        #expect(try await server.remove__Name__(last.id, by: people[0]).status == 200)
        try await server.add__Name__(by: people[0])
    }
}
