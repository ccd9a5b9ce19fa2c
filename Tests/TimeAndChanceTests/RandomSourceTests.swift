import Testing
import TimeAndChance

@Suite struct RandomSourceTests {
    @Test func `equal seeds produce equal numbers`() {
        let (one, other) = (RandomSource.seeded(7), RandomSource.seeded(7))
        var generator = SplitMix64(seed: 7)
        for _ in 0..<100 {
            let number = one.next()
            #expect(number == other.next())
            #expect(number == generator.next())
        }
    }

    @Test func `copies of a source share its stream`() {
        let original = RandomSource.seeded(7)
        let copy = original
        let reference = RandomSource.seeded(7)
        #expect(
            [original.next(), copy.next(), original.next()] == [reference.next(), reference.next(), reference.next()])
    }

    @Test func `concurrent callers never receive the same number`() async {
        let source = RandomSource.seeded(11)
        let drawn = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).map { _ in source.next() } }
            }
            return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
        }
        let reference = RandomSource.seeded(11)
        #expect(drawn == Set((0..<4_000).map { _ in reference.next() }))
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 33]) func `any number of bytes can be drawn`(count: Int) {
        #expect(RandomSource.seeded(1).bytes(count).count == count)
        #expect(RandomSource.system.bytes(count).count == count)
    }

    @Test func `bytes are the bytes of the random words, from the lowest byte`() {
        var generator = SplitMix64(seed: 0)
        let word = generator.next()
        #expect(RandomSource.seeded(0).bytes(3) == (0..<3).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) })
    }

    @Test func `units are from 0 up to 1 and evenly distributed`() {
        let source = RandomSource.seeded(5)
        var tenths = [Int](repeating: 0, count: 10)
        for _ in 0..<10_000 {
            let unit = source.unit()
            #expect(unit >= 0 && unit < 1)
            tenths[Int(unit * 10)] += 1
        }
        #expect(tenths.allSatisfy { (850...1_150).contains($0) })
    }

    @Test func `numbers of the system's source differ`() {
        #expect(Set((0..<100).map { _ in RandomSource.system.next() }).count == 100)
    }
}
