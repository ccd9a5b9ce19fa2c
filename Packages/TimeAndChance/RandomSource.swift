/// A source of random numbers. It is always injected, so that a seed reproduces a run.
///
/// Copies share one stream. Each draw takes the next number of the stream, so two users of a seeded source never
/// receive the same draw.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// The operating system's cryptographically secure generator.
    public static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// Returns a source with a reproducible stream (``SplitMix64``). It is predictable, so use it for secrets only in
    /// demonstrations.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let state = LockedState(SplitMix64(seed: seed))
        return RandomSource { state.withLock { $0.next() } }
    }

    /// Returns the next 64 random bits.
    public func next() -> UInt64 { draw() }

    /// Returns `count` random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let word = next()
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0.prefix(count - bytes.count)) }
        }
        return bytes
    }

    /// Returns a number in `[0, 1)`.
    public func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

/// The SplitMix64 generator (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
/// It is fast, has 64 bits of state and gives the same numbers on every platform. Do not use it for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator. Every seed is valid. Each seed begins at another place of the same cycle of 2⁶⁴ numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 bits of the stream.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
