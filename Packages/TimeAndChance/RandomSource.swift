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
