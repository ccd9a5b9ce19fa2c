import Foundation
import Networking
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore

/// Responds to requests from the pipe as a server responds to requests from a socket.
struct PipeServer: Sendable {
    let backend: OrbitBackend
    let store: any BackendStore
    let clock: ClockAhead
    let output: LineOutput

    func respond(to line: Line.Request) async {
        do {
            if let work = line.work { return output.write(try await perform(work, line)) }
            guard let request = line.request else { exit(65) }
            if line.headers?["Accept"] == "text/event-stream" { return try await stream(request, line.id) }
            // Each caller has its own network address.
            let origin = line.headers?["origin"] ?? "192.0.2.1"
            let response = await backend.respond(to: request, origin: origin)
            output.write(
                Line.Response(
                    id: line.id, status: response.status, body: String(decoding: response.body, as: UTF8.self)))
        } catch {
            output.write(Line.Response(id: line.id, failure: "\(error)"))
        }
    }

    private func perform(_ work: Line.Request.Work, _ line: Line.Request) async throws -> Line.Response {
        var response = Line.Response(id: line.id)
        switch work {
        case .plant:
            let people = try await CampusSeed(people: line.count ?? 0, seed: 7).populate(store, time: clock)
            response.body = people.map { "\($0.id) \($0.email)" }.joined(separator: "\n")
        case .due: try await backend.runScheduledWork()
        }
        return response
    }

    private func stream(_ request: HTTPRequest, _ id: Int) async throws {
        let stream = await backend.open(request, origin: "192.0.2.1")
        defer { stream.close() }
        while let chunk = try await stream.next() {
            output.write(Line.Response(id: id, status: stream.status, chunk: String(decoding: chunk, as: UTF8.self)))
        }
    }
}

extension Line.Request {
    fileprivate var request: HTTPRequest? {
        guard let method = method.flatMap(HTTPMethod.init), let path,
            let url = URL(string: "https://orbit.example/api" + path)
        else { return nil }
        let fields = (headers ?? [:]).map { (name: $0.key, value: $0.value) }
        return HTTPRequest(
            method: method, url: url, headers: HTTPHeaders(lenient: fields),
            body: Data((body ?? "").utf8))
    }
}
