import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import TimeAndChance

/// The faults of the network in one simulation. Each is a probability from 0 to 1 per request.
struct Weather: Sendable {
    /// The request does not reach the server.
    var requestLost = 0.0
    /// The server performs the request, but its response does not arrive.
    var responseLost = 0.0
    /// The server receives the request twice.
    var duplicated = 0.0
    /// A proxy refuses the request with a status of 429, 502 or 503.
    var refused = 0.0
    /// A captive portal responds with a page, with a status of 200 or 401.
    var portal = 0.0
    /// A stream is cut after some chunks.
    var streamCut = 0.0
    /// The longest time that a message needs in one direction.
    var slowest = Duration.milliseconds(40)

    /// A network without faults.
    static let calm = Weather()

    /// Returns a network with a random subset of the faults, each with a random probability.
    static func random(using random: inout SplitMix64) -> Weather {
        func probability(_ most: Double, using random: inout SplitMix64) -> Double {
            Bool.random(using: &random) ? Double.random(in: 0...most, using: &random) : 0
        }
        var weather = Weather()
        weather.requestLost = probability(0.25, using: &random)
        weather.responseLost = probability(0.25, using: &random)
        weather.duplicated = probability(0.3, using: &random)
        weather.refused = probability(0.15, using: &random)
        weather.portal = probability(0.1, using: &random)
        weather.streamCut = probability(0.5, using: &random)
        let delays: [Duration] = [.milliseconds(40), .milliseconds(400), .seconds(4)]
        weather.slowest = delays.randomElement(using: &random) ?? .zero
        return weather
    }
}

/// The fate of one request.
struct RequestFate: Sendable {
    var isRequestLost = false
    var isResponseLost = false
    /// Whether a loss leaves the client without any notice, so that only its deadline ends the call.
    var isSilent = false
    var isDuplicated = false
    /// The response of a party that is not the server; `nil` if the request reaches the server.
    var refusal: HTTPResponse?
    /// The number of chunks after which a stream is cut; `nil` for a stream that is not cut.
    var chunksUntilCut: Int?
    var wayThere = Duration.zero
    var wayBack = Duration.zero
    /// The delay of the second copy of a duplicated request.
    var delayOfCopy = Duration.zero

    /// Draws the fate of a request.
    init(in weather: Weather, using random: inout SplitMix64) {
        func happens(_ probability: Double, using random: inout SplitMix64) -> Bool {
            probability > 0 && Double.random(in: 0..<1, using: &random) < probability
        }
        func way(using random: inout SplitMix64) -> Duration {
            weather.slowest * Double.random(in: 0.02...1, using: &random)
        }
        isRequestLost = happens(weather.requestLost, using: &random)
        isResponseLost = happens(weather.responseLost, using: &random)
        isSilent = (isRequestLost || isResponseLost) && happens(0.25, using: &random)
        isDuplicated = happens(weather.duplicated, using: &random)
        if happens(weather.refused, using: &random) {
            refusal = Self.refusals.randomElement(using: &random)
        } else if happens(weather.portal, using: &random) {
            refusal = Self.portals.randomElement(using: &random)
        }
        if happens(weather.streamCut, using: &random) { chunksUntilCut = Int.random(in: 0...4, using: &random) }
        wayThere = way(using: &random)
        wayBack = way(using: &random)
        delayOfCopy = way(using: &random) * 3
    }

    private static let refusals = [
        HTTPResponse(status: 502), problem(503, .unavailable, retryAfter: 1), problem(429, .rateLimited, retryAfter: 2),
    ]

    private static func problem(_ status: Int, _ code: ProblemCode, retryAfter: Int) -> HTTPResponse {
        let problem = Problem(code: code, message: "Try again later.", retryAfter: retryAfter)
        // Plain texts and numbers always encode.
        return (try? HTTPResponse.problem(status, problem)) ?? HTTPResponse(status: status)
    }

    private static let portals = [200, 401].map { status in
        HTTPResponse(
            status: status, headers: HTTPHeaders(lenient: [("content-type", "text/html")]),
            body: Data("<!doctype html><title>Sign in to this network</title>".utf8))
    }
}
