import Auth
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct RouterTests {
    private let server = TestServer()

    private func respond(_ method: HTTPMethod, _ address: String) async throws -> HTTPResponse {
        let url = try #require(URL(string: address))
        return await server.backend.respond(to: HTTPRequest(method: method, url: url), origin: "192.0.2.1")
    }

    @Test(arguments: [
        "/", "", "/api", "/api/", "/users/me", "/api/users", "/api/users/me/", "/api//users/me", "/api/users//me",
        "/API/users/me", "/api/Users/me", "/api/users/me/extra", "/api/./users/me", "/api/x/../users/me",
        "/api/users%2Fme", "/api/matches/%", "/api/matches/%ZZ", "/api/users/%FF", "/api/matches/today%00",
    ])
    func `an unknown path gets status 404`(_ path: String) async throws {
        let response = try await respond(.get, "https://orbit.example" + path)
        #expect(response.status == 404)
        #expect(response.code == .notFound)
        #expect(response.field("content-type") == "application/json")
    }

    @Test(arguments: ["mailto:maya@stanford.edu", "file:///api/users/me/x", "api/users/me", "?q", "#f", "https://h"])
    func `an address of another kind gets status 404`(_ address: String) async throws {
        #expect(try await respond(.get, address).status == 404)
    }

    @Test(arguments: [
        "https://orbit.example/api/users/me", "https://orbit.example/api/users/%6De?x=%zz&&=&a=b=c",
        "https://orbit.example/api/users/me#a/b", "https://orbit.example/api/users/me?x=1#y?z",
    ])
    func `escapes, queries and fragments do not change the matched route`(_ address: String) async throws {
        #expect(try await respond(.get, address).status == 401)
    }

    @Test(arguments: ["PATCH", "HEAD", "OPTIONS", "get"])
    func `a method that is not allowed gets the list of allowed methods`(_ method: String) async throws {
        let response = try await respond(
            try #require(HTTPMethod(rawValue: method)), "https://orbit.example/api/users/me")
        #expect(response.status == 405)
        #expect(response.code == .methodNotAllowed)
        #expect(response.field("allow") == "DELETE, GET, PUT")
    }

    @Test func `a response has the date to the second`() async throws {
        server.clock.advance(by: .milliseconds(1_500))
        let response = try await respond(.get, "https://orbit.example/nowhere")
        #expect(response.field("date") == "Fri, 15 Jan 2027 08:00:01 GMT")
    }

    @Test func `the base path is configurable and can be empty`() async throws {
        for (base, path) in [("", "/users/me"), ("/", "/users/me"), ("/v1/orbit", "/v1/orbit/users/me")] {
            let server = TestServer { $0.basePath = base }
            let url = try #require(URL(string: "https://orbit.example" + path))
            let response = await server.backend.respond(to: HTTPRequest(method: .get, url: url), origin: "")
            #expect(response.status == 401)
        }
    }

    @Test func `a fixed segment is preferred to a parameter in any order of the routes`() throws {
        let routes = [Route(.get, "/people/{id}"), Route(.get, "/people/me"), Route(.get, "/people/{id}/photo")]
        for routes in [routes, routes.reversed()] {
            let router = Router(
                basePath: "",
                handlers: routes.map { route in
                    RouteHandler(route: route, bodyLimit: 0) { _ in throw HTTPProblem.notFound }
                })
            func match(_ path: String) throws -> (String, [String: String]) {
                let url = try #require(URL(string: "https://h" + path))
                let match = try router.match(HTTPRequest(method: .get, url: url))
                return (match.handler.route.path, match.parameters)
            }
            #expect(try match("/people/me") == ("/people/me", [:]))
            #expect(try match("/people/m%65") == ("/people/me", [:]))
            #expect(try match("/people/you") == ("/people/{id}", ["id": "you"]))
            #expect(try match("/people/me/photo") == ("/people/{id}/photo", ["id": "me"]))
        }
    }

    @Test(arguments: ["a/b", "ä 🪐", "..%2f", "%", "a?b#c", "{id}", "me;x=1"])
    func `a path parameter of the client is decoded to its original value`(_ value: String) async throws {
        let route = Route(.get, "/people/{id}", access: .anyone)
        let backend = Router(
            basePath: "/api",
            handlers: [
                RouteHandler(route: route, bodyLimit: 0) { call in
                    .success(MessageData(message: call.parameters["id"] ?? ""))
                }
            ])
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: RouterTransport(router: backend),
            time: VirtualClock())
        #expect(try await client.send(Endpoint<MessageData>(route, parameters: ["id": value])).message == value)
    }

    @Test func `the backend serves exactly the routes that the clients know`() {
        #expect(Set(server.backend.routes) == Set(TestServer.routes))
        #expect(server.backend.routes.count == TestServer.routes.count)
    }
}

/// Sends requests directly to a router.
private struct RouterTransport: HTTPTransport {
    let router: Router

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            let (handler, parameters) = try router.match(request)
            let call = RequestContext(
                request: request, parameters: parameters, origin: "", now: Date(timeIntervalSince1970: 0))
            return try await handler.perform(call).response()
        } catch {
            throw .malformedResponse
        }
    }
}
