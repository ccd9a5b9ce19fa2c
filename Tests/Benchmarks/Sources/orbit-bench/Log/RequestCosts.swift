import Connections
import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// Measures the cost of requests at the backend, and the number of store calls for the log.
struct RequestCosts {
    let pokes: Int

    func measure(into report: inout BenchmarkReport) async throws {
        let campus = try await LogCampus(people: pokes + 1)
        let recipient = try await campus.signIn(0)
        var devices: [BenchmarkDevice] = []
        for number in 1...pokes { devices.append(try await campus.signIn(number)) }
        let body = try OrbitJSON.encoder.encode(SendPokeRequest(toUserID: campus.residents[0].id, note: .hello))

        let sent = try await measure("poke", devices, on: campus, into: &report) { number in
            try .toCampus(.post, "/pokes", key: "poke-\(number)", body: body)
        }
        let page = Array(repeating: recipient, count: pokes)
        _ = try await measure("list", page, on: campus, into: &report) { _ in
            try .toCampus(.get, "/pokes/incoming?limit=20")
        }
        let ids = try sent.map { try $0.payload(PokeOutcome.self).id }
        _ = try await measure("accept", page, on: campus, into: &report) { number in
            try .toCampus(.post, "/pokes/\(ids[number])/accept", key: "accept-\(number)")
        }
    }

    private func measure(
        _ name: String, _ devices: [BenchmarkDevice], on campus: LogCampus, into report: inout BenchmarkReport,
        request: (Int) throws -> HTTPRequest
    ) async throws -> [HTTPResponse] {
        let clock = SystemClock()
        var (times, responses): ([Double], [HTTPResponse]) = ([], [])
        _ = campus.store.takeCalls()
        for (number, device) in devices.enumerated() {
            let request = try device.signed(request(number))
            let start = clock.uptime
            let response = await campus.backend.respond(to: request, origin: device.origin)
            times.append((clock.uptime - start) / .microseconds(1))
            guard response.status == 200 else { throw UnexpectedInput("\(name) comes to \(response.status).") }
            responses.append(response)
        }
        let calls = campus.store.takeCalls()
        report.add("\(name)_us", spread: Array(times.dropFirst(devices.count / 10)), digits: 0)
        report.add("\(name)_store_calls", Double(calls.log + calls.others) / Double(devices.count), digits: 1)
        report.add("\(name)_log_calls", Double(calls.log) / Double(devices.count), digits: 1)
        return responses
    }
}

extension HTTPResponse {
    fileprivate func payload<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
        guard case .success(let payload) = try OrbitJSON.decoder.decode(Envelope<Payload>.self, from: body) else {
            throw UnexpectedInput("The backend has refused.")
        }
        return payload
    }
}

extension PokeOutcome {
    fileprivate var id: PokeID {
        get throws {
            guard case .sent(let poke) = self else { throw UnexpectedInput("A poke has made a match.") }
            return poke.id
        }
    }
}
