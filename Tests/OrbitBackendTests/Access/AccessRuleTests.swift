import Foundation
import Networking
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct AccessRuleTests {
    private let contract: Contract

    init() throws {
        contract = try Contract.current.get()
    }

    @Test func `every operation has a readable access rule, and only public operations need no session`() throws {
        for operation in contract.operations {
            let rule = try operation.access
            // Only this role admits callers without a session.
            #expect((operation.body["security"] == .array([])) == (rule.who == .anyone), "\(operation.name)")
        }
        #expect(contract.operations.count > 60)
    }

    @Test func `an access rule applies to the first path parameter unless it names another resource`() throws {
        func rule(_ operation: String) throws -> AccessRule {
            try #require(contract.operations.first { $0.id == operation }).access
        }
        #expect(try (rule("removeAttendee").who, rule("removeAttendee").of) == (.host, "meetup"))
        #expect(try (rule("sendPoke").who, rule("sendPoke").of) == (.person, "user"))
        #expect(try (rule("readMe").who, rule("readMe").of) == (.signedIn, nil))
        let ideas = Contract.Operation(
            method: "GET", path: "/ideas/{big_idea_id}", body: .object(["x-access": .string("owner")]))
        #expect(try ideas.access.of == "big_idea")
    }

    @Test(
        arguments: [
            .null, .string("everybody"), .object(["who": .string("host"), "if": .string("x")]), .object([:]),
            .array([]),
        ] as [JSONValue])
    func `an access rule with an unknown, missing or malformed role is unreadable`(_ access: JSONValue) {
        let operation = Contract.Operation(method: "GET", path: "/x", body: .object(["x-access": access]))
        #expect(throws: AccessRule.Unreadable.self) { try operation.access }
    }

    @Test func `the contributor guide explains every role of the access rules`() throws {
        let guide = try String(
            contentsOf: Contract.folder.deletingLastPathComponent().appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        for role in AccessRule.Role.allCases { #expect(guide.contains("| `\(role.rawValue)` |"), "\(role)") }
    }

    @Test func `a handler requires nothing of an account that the access rule does not state`() throws {
        let context = TestServer().backend.context
        let all = Feature.all.flatMap(\.operations).flatMap { $0.init(context: context).handlers }
        var required: Set<AccessRule.Role> = []
        for handler in all {
            let operation = try #require(contract.operations.first { $0.name == handler.route.description })
            let rule = try operation.access
            guard let role = handler.access else { continue }
            let who = try #require(AccessRule.Role(rawValue: role.rawValue))
            required.insert(who)
            #expect(handler.route.access == .session && rule.who != .anyone, "\(operation.id)")
            #expect((who == .moderator) == (rule.who == .moderator), "\(operation.id)")
            // The rule `signed-in` admits people without a profile, so the handler must not require a profile.
            if who == .person { #expect(rule.who != .signedIn, "\(operation.id)") }
        }
        #expect(required == [.signedIn, .person, .moderator])
    }
}
