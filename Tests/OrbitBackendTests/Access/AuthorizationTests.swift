import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Sends every operation of the contract as every kind of caller. The requests are valid in every other respect, so a
/// missing check shows as a success.
@Suite struct AuthorizationTests {
    // Without a contract this is empty, and `init` throws.
    private static let operations = ((try? Contract.current.get())?.operations ?? []).map(\.id).sorted()

    private let contract: Contract
    private let world: AuthorizationWorld

    init() async throws {
        contract = try Contract.current.get()
        world = try await AuthorizationWorld.shared.value
    }

    @Test func `every operation has a request, and every request and exception has an operation`() throws {
        for operation in contract.operations {
            #expect(AuthorizationRequest.path(of: operation.path, world.identifiers) != nil, "\(operation.id)")
            let needsBody = operation.body["requestBody"]?["required"] == .boolean(true)
            #expect(!needsBody || AuthorizationRequest.all[operation.id] != nil, "\(operation.id)")
        }
        let named = AuthorizationRequest.all.keys + AuthorizationResponse.exceptions.map(\.operation)
        #expect(Set(named).subtracting(contract.operations.map(\.id)) == [])
        #expect(Self.operations.count == contract.operations.count)
    }

    @Test(arguments: operations)
    func `an operation responds to each kind of caller as its access rule states`(_ id: String) async throws {
        let operation = try #require(contract.operations.first { $0.id == id })
        let rule = try operation.access
        var checked: Set<Int> = []
        for column in AuthorizationColumn.allCases {
            let expected = AuthorizationResponse.expected(of: id, by: column, rule)
            let identifiers = try AuthorizationRequest.identifiers(of: id, by: column, in: world)
            let (request, response) = try await send(operation, column, identifiers, rule)
            #expect(AuthorizationResponse(response) == expected, "\(id) by \(column)")
            if checked.insert(response.status).inserted {
                #expect(try contract.faults(in: response, to: request) == [], "\(id) by \(column)")
            }
            guard expected == .unseen, let kind = rule.of else { continue }
            // The response must equal the response for an id that does not exist, to the last byte.
            var others = identifiers
            others["\(kind)_id"] = "0123456789abcdef0123456789abcdef"
            let (_, unknown) = try await send(operation, column, others, rule)
            #expect(Self.bytes(of: unknown) == Self.bytes(of: response), "\(id) by \(column)")
        }
    }

    /// The header fields, the status and the body of a response.
    private static func bytes(of response: HTTPResponse) -> [String] {
        response.headers.fields.map { "\($0.name) \($0.value)" } + [
            "\(response.status)", String(decoding: response.body, as: UTF8.self),
        ]
    }

    private func send(
        _ operation: Contract.Operation, _ column: AuthorizationColumn,
        _ identifiers: AuthorizationWorld.Identifiers, _ rule: AccessRule
    ) async throws -> (HTTPRequest, HTTPResponse) {
        let server = try await world.copy()
        let entitled = AuthorizationResponse.entitled(to: operation.id, by: rule) ?? .owner
        let caller = try world.person(column.isPerson ? column : entitled)
        let fields = try await world.credential(column, ofA: entitled, on: server)
        let request = try #require(try await operation.request(by: caller, identifiers, on: server, fields: fields))
        return (request, try await TestCarrier.send(request, to: server.backend, origin: "192.0.2.7"))
    }
}
