import TimeAndChance

/// A fault of one request.
public enum Fault: Hashable, Sendable {
    /// The request is delayed by this time.
    case latency(Duration)
    /// The server does not receive the request.
    case requestLost
    /// The server performs the request, but its response is lost.
    case responseLost
    /// The server receives the request twice, and the first response arrives.
    case duplicated
    /// A proxy responds instead of the server, with a problem that the client can read.
    case status(Int, retryAfter: Int? = nil)
    /// A captive portal responds instead of the server.
    case webPage(status: Int = 200)
    /// The second half of the body is missing.
    case truncatedBody
    /// The body is not valid JSON.
    case corruptBody
    /// The connection is lost after this number of bytes of a stream's body. Calls without a stream are not affected.
    case cutStream(after: Int)
}

/// A plan of the faults of each request.
public struct FaultPlan: Sendable {
    private var script: ArraySlice<[Fault]> = []
    private var rates: [(fault: Fault, probability: Double)] = []
    private var generator = SplitMix64(seed: 0)

    /// A plan without faults.
    public static let none = FaultPlan(script: [])

    /// Creates a plan from a script. Each element contains the faults of one request, in order. Requests after the last
    /// element have no faults.
    public init(script: [[Fault]]) {
        self.script = script[...]
    }

    /// Creates a plan in which each fault affects every request with its own probability. The same seed gives the same
    /// sequence.
    public init(seed: UInt64, rates: [(fault: Fault, probability: Double)]) {
        self.rates = rates
        generator = SplitMix64(seed: seed)
    }

    mutating func next() -> [Fault] {
        if let scripted = script.popFirst() { return scripted }
        return rates.compactMap { rate in
            Double.random(in: 0..<1, using: &generator) < rate.probability ? rate.fault : nil
        }
    }
}
