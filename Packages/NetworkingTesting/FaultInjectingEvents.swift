public import Networking
public import OrbitModels
import TimeAndChance

/// A transport that injects faults between a log and its reader. It drops, duplicates and swaps slices and cuts
/// streams, at random but reproducibly.
///
/// ```swift
/// let events = FaultInjectingEvents(backend, rates: .init(drop: 0.1, duplicate: 0.1, swap: 0.1, cut: 0.02), seed: 7)
/// ```
public struct FaultInjectingEvents: EventTransport {
    /// The probability of each fault for each slice, from 0 to 1.
    public struct Rates: Hashable, Sendable {
        /// The slice does not arrive.
        public var drop: Double
        /// The slice arrives twice.
        public var duplicate: Double
        /// The slice arrives after the next slice.
        public var swap: Double
        /// The connection is lost before the slice arrives.
        public var cut: Double

        /// Creates rates, each a probability from 0 to 1.
        public init(drop: Double = 0, duplicate: Double = 0, swap: Double = 0, cut: Double = 0) {
            (self.drop, self.duplicate, self.swap, self.cut) = (drop, duplicate, swap, cut)
        }
    }

    private let wrapped: any EventTransport
    private let rates: Rates
    private let random: RandomSource

    /// Creates a faulty connection to `wrapped`.
    ///
    /// - Parameters:
    ///   - wrapped: The transport of the log.
    ///   - rates: The probability of each fault.
    ///   - seed: The seed of the random faults. The same seed and events give the same faults.
    public init(_ wrapped: any EventTransport, rates: Rates, seed: UInt64) {
        self.wrapped = wrapped
        self.rates = rates
        random = .seeded(seed)
    }

    /// Opens the log after the position, as `EventTransport` requires.
    public func open(after position: LogPosition?) async throws -> EventStream {
        let stream = try await wrapped.open(after: position)
        let connection = FaultyConnection(stream, rates: rates, random: random)
        return EventStream(read: connection.next, close: stream.close)
    }
}

/// A stream with faults.
private actor FaultyConnection {
    private let stream: EventStream
    private let rates: FaultInjectingEvents.Rates
    private let random: RandomSource
    /// The messages to deliver next.
    private var waiting: [EventMessage] = []
    /// The message to deliver after the next slice.
    private var late: EventMessage?

    init(_ stream: EventStream, rates: FaultInjectingEvents.Rates, random: RandomSource) {
        self.stream = stream
        self.rates = rates
        self.random = random
    }

    func next() async throws -> EventMessage? {
        while true {
            if !waiting.isEmpty { return waiting.removeFirst() }
            guard let message = try await stream.next() else {
                defer { late = nil }
                return late
            }
            guard case .slice = message else { return message }
            if happens(rates.cut) {
                stream.close()
                throw APIError.transport(.connectionLost)
            }
            if happens(rates.drop) { continue }
            let copies = Array(repeating: message, count: happens(rates.duplicate) ? 2 : 1)
            if late == nil, happens(rates.swap) {
                late = message
                waiting = Array(copies.dropFirst())
            } else {
                waiting = copies + [late].compactMap { $0 }
                late = nil
            }
        }
    }

    private func happens(_ probability: Double) -> Bool { random.unit() < probability }
}
