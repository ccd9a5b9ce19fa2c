import TimeAndChance

/// A fault that meets one request.
public enum Fault: Hashable, Sendable {
    /// The request sets out only after this time.
    case latency(Duration)
    /// The server never sees the request.
    case requestLost
    /// The server performs the request; its response is lost.
    case responseLost
    /// The server gets the request twice; the first response arrives.
    case duplicated
    /// A proxy responds in place of the server, with a problem the client can read.
    case status(Int, retryAfter: Int? = nil)
    /// A captive portal responds in place of the server.
    case webPage(status: Int = 200)
    /// The second half of the body is missing.
    case truncatedBody
    /// The body is not JSON any more.
    case corruptBody
    /// The connection is lost after so many bytes of a stream's body. A call has none.
    case cutStream(after: Int)
}

/// Which faults meet which request.
public struct FaultPlan: Sendable {
    private var script: ArraySlice<[Fault]> = []
    private var rates: [(fault: Fault, probability: Double)] = []
    private var generator = SplitMix64(seed: 0)

    /// Nothing goes wrong.
    public static let none = FaultPlan(script: [])

    /// The first request meets the faults of the first element, and so on; after the last one nothing goes wrong.
    public init(script: [[Fault]]) {
        self.script = script[...]
    }

    /// Every request meets each fault with its own probability; the same seed gives the same sequence.
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
