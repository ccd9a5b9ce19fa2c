/// A source of random numbers. It is always injected, so that a seed reproduces a run.
///
/// Copies share a stream: two holders of a seeded source never draw the same number.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// The operating system's cryptographically secure generator.
    public static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// A reproducible stream (``SplitMix64``). It is predictable: never draw a secret from it outside a demonstration.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let state = LockedState(SplitMix64(seed: seed))
        return RandomSource { state.withLock { $0.next() } }
    }

    /// The next 64 random bits.
    public func next() -> UInt64 { draw() }

    /// `count` random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let word = next()
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0.prefix(count - bytes.count)) }
        }
        return bytes
    }

    /// A number in `[0, 1)`.
    public func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

/// The SplitMix64 generator (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
/// Fast, 64 bits of state, the same numbers on every platform. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Every seed is valid and gives a stream of its own.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits of the stream.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
