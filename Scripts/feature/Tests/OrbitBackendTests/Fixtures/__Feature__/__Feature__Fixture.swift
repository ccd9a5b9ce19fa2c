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
            requests: ["add__Name__": .json { _ in New__Name__Request(text: "Hello") }]),
        blockMatrix: BlockFixture(
            rows: ["list__Names__": .ofCaller, "add__Name__": .own],
            steps: [.notes: { try await $0.server.add__Name__("Hello", by: $0.pair[$1]) }]),
        life: [.writing: { try await $0.server.add__Name__(FullLife.canary, by: $0.person) }],
        archive: ArchiveFixture(
            sections: ["__wire_names__"],
            changedScreens: ["/__path_names__": "No import reads this section yet."]))
}

extension TestServer {
    fileprivate func add__Name__(_ text: String, by member: Member) async throws {
        let response = try await post("/__path_names__", New__Name__Request(text: text), token: member.token)
        #expect(response.status == 200)
    }
}
