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
            // If others see an element as well, `others` says what they are to it.
            kinds: ["__wire_name__": AccessFixture.Kind(isOfParties: true)],
            steps: [.present: { try await $0.add__Name__() }]),
        blockMatrix: BlockFixture(
            rows: ["list__Names__": .ofCaller, "add__Name__": .own, "remove__Name__": .own],
            notes: ["__wire_name___id"],
            steps: [.notes: { try await $0.add__Name__(of: $1) }]),
        life: [.writing: { _ = try await $0.server.add__Name__(FullLife.canary, by: $0.person) }],
        archive: ArchiveFixture(
            sections: ["__wire_names__"],
            changedScreens: ["/__path_names__": "No import reads this section yet."]))
}

extension AuthorizationWorld {
    fileprivate mutating func add__Name__() async throws {
        identifiers["__wire_name___id"] = try await server.add__Name__("Hello", by: person(.owner)).id.rawValue
    }
}

extension BlockWorld {
    fileprivate mutating func add__Name__(of number: Int) async throws {
        own[number]["__wire_name___id"] = [try await server.add__Name__("Hello", by: pair[number]).id.rawValue]
    }
}

extension TestServer {
    fileprivate func add__Name__(_ text: String, by member: Member) async throws -> __Name__ {
        try await post("/__path_names__", New__Name__Request(text: text), token: member.token)
            .payload(Named<__Name__>.self).value
    }
}
