import Foundation
import Networking
import OrbitModels

@testable import BackendRuntime
@testable import OrbitBackend

/// The body and the header fields of a request for an operation. The world fills the parameters of the path, so an
/// operation without a body or header fields needs no entry in ``all``.
struct AuthorizationRequest: Sendable {
    /// Identifiers for the parameters of paths and the members of bodies, by name.
    typealias Identifiers = [String: String]

    /// The values that a request is built from.
    struct Scene {
        let server: TestServer
        let identifiers: Identifiers
        let caller: Member

        var user: UserID { UserID(self["user_id"]) }
        var meetup: MeetupID { MeetupID(self["meetup_id"]) }

        subscript(_ name: String) -> String { identifiers[name] ?? "" }
    }

    typealias Fields = @Sendable (Scene) async throws -> [(name: String, value: String)]

    var body: @Sendable (Scene) throws -> Data = { _ in Data() }
    var fields: Fields = { _ in [] }
    /// The people that the request names instead of the owner, by path parameter.
    var people: [String: AuthorizationColumn] = [:]
    /// The names of identifiers of the world that fill path parameters in place of the identifiers with their names.
    var names: [String: String] = [:]

    /// Returns a request with a JSON body.
    static func json(
        naming names: [String: String] = [:], _ fields: @escaping Fields = { _ in [] },
        _ body: @escaping @Sendable (Scene) throws -> any Encodable
    ) -> Self {
        Self(
            body: { try OrbitJSON.encoder.encode(body($0)) },
            fields: { try await fields($0) + [("Content-Type", "application/json")] }, names: names)
    }

    static let all = FeatureFixture.joined(\.accessMatrix.requests)
}

extension AuthorizationRequest {
    /// Returns the identifiers for a request by the person of a column. If this person has a block, the identifiers
    /// name the things that the person and the owner shared until the block; see ``AuthorizationWorld/lost``.
    static func identifiers(
        of operation: String, by column: AuthorizationColumn, in world: AuthorizationWorld
    ) throws -> Identifiers {
        var identifiers = world.identifiers
        if let meetup = world.meetups[operation] { identifiers["meetup_id"] = meetup.rawValue }
        identifiers.merge(world.lost[column] ?? [:]) { $1 }
        for (name, person) in all[operation]?.people ?? [:] {
            identifiers[name] = try world.person(person).id.rawValue
        }
        for (name, other) in all[operation]?.names ?? [:] { identifiers[name] = identifiers[other] }
        return identifiers
    }

    /// Returns the path with its parameters filled in, or `nil` if the world has no identifier for a parameter.
    static func path(of pattern: String, _ identifiers: Identifiers) -> String? {
        var path = ""
        for segment in pattern.split(separator: "/") {
            let parameter = segment.hasPrefix("{") ? String(segment.dropFirst().dropLast()) : nil
            guard let text = parameter.map({ identifiers[$0] }) ?? String(segment) else { return nil }
            path += "/" + text
        }
        return path
    }
}

extension Contract.Operation {
    /// Returns a request for the operation that is valid for an entitled caller, or `nil` if a path parameter has no
    /// identifier.
    ///
    /// - Parameters:
    ///   - caller: The person that the body and the header fields are made for.
    ///   - identifiers: The identifiers for the path and the body.
    ///   - server: The server that receives the request.
    ///   - fields: Header fields in addition to those of the ``AuthorizationRequest``.
    func request(
        by caller: Member, _ identifiers: AuthorizationRequest.Identifiers, on server: TestServer,
        fields: [(name: String, value: String)]
    ) async throws -> HTTPRequest? {
        guard let path = AuthorizationRequest.path(of: path, identifiers),
            let url = URL(string: "https://orbit.example/api" + path), let method = HTTPMethod(rawValue: method)
        else { return nil }
        let scene = AuthorizationRequest.Scene(server: server, identifiers: identifiers, caller: caller)
        let sample = AuthorizationRequest.all[id] ?? AuthorizationRequest()
        return HTTPRequest(
            method: method, url: url, headers: HTTPHeaders(lenient: try await sample.fields(scene) + fields),
            body: try sample.body(scene))
    }
}
