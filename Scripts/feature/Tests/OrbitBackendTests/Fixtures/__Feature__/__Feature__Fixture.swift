import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import __Feature__

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let __feature__ = FeatureFixture(
        contract: [.__feature__],
        accessMatrix: AccessFixture(
            requests: ["add__Name__": .json { _ in New__Name__Request(text: "Hello") }],
            // If other people see an element as well, set `others` to their relation to it.
            kinds: ["__wire_name__": AccessFixture.Kind(isOfParties: true)],
            steps: [.present: { try await $0.add__Name__() }]),
        blockMatrix: BlockFixture(
            rows: ["list__Names__": .ofCaller, "add__Name__": .own, "remove__Name__": .own],
            privateParameters: ["__wire_name___id"],
            steps: [.privateThings: { try await $0.add__Name__(of: $1) }]),
        life: [.writing: { try await $0.server.add__Name__(FullLife.canary, by: $0.person) }],
        archive: ArchiveFixture(
            sections: ["__wire_names__"],
            changedScreens: ["/__path_names__": "No import reads this section yet."]))
}

extension AuthorizationWorld {
    fileprivate mutating func add__Name__() async throws {
        identifiers["__wire_name___id"] = try await server.add__Name__(by: person(.owner)).id.rawValue
    }
}

extension BlockWorld {
    fileprivate mutating func add__Name__(of number: Int) async throws {
        own[number]["__wire_name___id"] = [try await server.add__Name__(by: pair[number]).id.rawValue]
    }
}

/// Requests of the fixture and of the tests.
extension TestServer {
    @discardableResult func add__Name__(_ text: String = "Hello", by member: Member) async throws -> __Name__ {
        try await sendNew__Name__(text, by: member).payload(Keyed<__Name__>.self).value
    }

    func sendNew__Name__(_ text: String = "Hello", by member: Member) async throws -> HTTPResponse {
        try await post("/__path_names__", New__Name__Request(text: text), token: member.token)
    }

    func remove__Name__(_ id: __Name__ID, by member: Member) async throws -> HTTPResponse {
        try await send(.delete, "/__path_names__/\(id)", token: member.token)
    }

    func __names__(of member: Member) async throws -> [__Name__] {
        try await send(.get, "/__path_names__", token: member.token).payload(Page<__Name__>.self).list.elements
    }
}
