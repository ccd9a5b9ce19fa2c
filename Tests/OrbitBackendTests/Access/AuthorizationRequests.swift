import Foundation
import Networking
import OrbitModels

@testable import BackendRuntime
@testable import OrbitBackend

/// What a request of an operation needs beside its path: its body, and header fields. Whatever the path names is filled in
/// from the world, so an operation without either needs none of its own.
struct AuthorizationRequest: Sendable {
    /// What fills the parameters of paths, by their names, and what bodies name, by the names of their members.
    typealias Identifiers = [String: String]

    /// What a request is made of.
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
    /// The people that it is about in place of the owner, by the parameters of its path.
    var people: [String: AuthorizationColumn] = [:]

    /// One with a JSON body.
    static func json(
        _ fields: @escaping Fields = { _ in [] }, _ body: @escaping @Sendable (Scene) throws -> any Encodable
    ) -> Self {
        Self(
            body: { try OrbitJSON.encoder.encode(body($0)) },
            fields: { try await fields($0) + [("Content-Type", "application/json")] })
    }

    static let all = FeatureFixture.joined(\.accessMatrix.requests)
}

extension AuthorizationRequest {
    /// What the request of a column is about: its own thing of that kind, as far as it has lost one to a block.
    static func identifiers(
        of operation: String, by column: AuthorizationColumn, in world: AuthorizationWorld
    ) throws -> Identifiers {
        var identifiers = world.identifiers
        if let meetup = world.meetups[operation] { identifiers["meetup_id"] = meetup.rawValue }
        identifiers.merge(world.lost[column] ?? [:]) { $1 }
        for (name, person) in all[operation]?.people ?? [:] {
            identifiers[name] = try world.person(person).id.rawValue
        }
        return identifiers
    }

    /// The path with its parameters filled in; `nil` if the world has nothing for one of them.
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

extension Contract.RouteHandler {
    /// A request of the operation that is good in all but, maybe, who sends it; `nil` if there is nothing to fill a
    /// parameter of its path with.
    ///
    /// - Parameter fields: header fields beside those that its content needs.
    func request(
        by caller: Member, _ identifiers: AuthorizationRequest.Identifiers, on server: TestServer,
        fields: [(name: String, value: String)]
    ) async throws -> HTTPRequest? {
        guard let path = AuthorizationRequest.path(of: path, identifiers),
            let url = URL(string: "https://orbit.example/api" + path), let method = HTTPMethod(rawValue: method)
        else { return nil }
        let scene = AuthorizationRequest.Scene(server: server, identifiers: identifiers, caller: caller)
        let sample = AuthorizationRequest.all[operation] ?? AuthorizationRequest()
        return HTTPRequest(
            method: method, url: url, headers: HTTPHeaders(lenient: try await sample.fields(scene) + fields),
            body: try sample.body(scene))
    }
}
