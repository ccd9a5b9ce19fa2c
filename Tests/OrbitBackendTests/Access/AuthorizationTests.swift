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
    private static let operations = ((try? Contract.current.get())?.handlers ?? []).map(\.operation).sorted()

    private let contract: Contract
    private let world: AuthorizationWorld

    init() async throws {
        contract = try Contract.current.get()
        world = try await AuthorizationWorld.shared.value
    }

    @Test func `every operation has a request, and every request and exception has an operation`() throws {
        for handler in contract.handlers {
            #expect(AuthorizationRequest.path(of: handler.path, world.identifiers) != nil, "\(handler.operation)")
            let needsBody = handler.body["requestBody"]?["required"] == .boolean(true)
            #expect(!needsBody || AuthorizationRequest.all[handler.operation] != nil, "\(handler.operation)")
        }
        let named = AuthorizationRequest.all.keys + AuthorizationResponse.exceptions.map(\.operation)
        #expect(Set(named).subtracting(contract.handlers.map(\.operation)) == [])
        #expect(Self.operations.count == contract.handlers.count)
    }

    @Test(arguments: operations)
    func `an operation responds to each kind of caller as its access rule states`(_ operation: String) async throws {
        let handler = try #require(contract.handlers.first { $0.operation == operation })
        let rule = try handler.access
        var checked: Set<Int> = []
        for column in AuthorizationColumn.allCases {
            let expected = AuthorizationResponse.expected(of: operation, by: column, rule)
            let identifiers = try AuthorizationRequest.identifiers(of: operation, by: column, in: world)
            let (request, response) = try await send(handler, column, identifiers, rule)
            #expect(AuthorizationResponse(response) == expected, "\(operation) by \(column)")
            if checked.insert(response.status).inserted {
                #expect(try contract.faults(in: response, to: request) == [], "\(operation) by \(column)")
            }
            guard expected == .unseen, let kind = rule.of else { continue }
            // The response must equal the response for an id that does not exist, to the last byte.
            var others = identifiers
            others["\(kind)_id"] = "0123456789abcdef0123456789abcdef"
            let (_, unknown) = try await send(handler, column, others, rule)
            #expect(Self.bytes(of: unknown) == Self.bytes(of: response), "\(operation) by \(column)")
        }
    }

    /// The header fields, the status and the body of a response.
    private static func bytes(of response: HTTPResponse) -> [String] {
        response.headers.fields.map { "\($0.name) \($0.value)" } + [
            "\(response.status)", String(decoding: response.body, as: UTF8.self),
        ]
    }

    private func send(
        _ handler: Contract.RouteHandler, _ column: AuthorizationColumn,
        _ identifiers: AuthorizationWorld.Identifiers, _ rule: AccessRule
    ) async throws -> (HTTPRequest, HTTPResponse) {
        let server = try await world.copy()
        let entitled = AuthorizationResponse.entitled(to: handler.operation, by: rule) ?? .owner
        let caller = try world.person(column.isPerson ? column : entitled)
        let fields = try await world.credential(column, ofA: entitled, on: server)
        let request = try #require(try await handler.request(by: caller, identifiers, on: server, fields: fields))
        return (request, await server.backend.respond(to: request, origin: "192.0.2.7"))
    }
}
