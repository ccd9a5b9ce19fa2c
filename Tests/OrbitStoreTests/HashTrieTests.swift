import Testing
import TimeAndChance

@testable import OrbitStore

@Suite struct HashTrieTests {
    /// A key type with many equal hashes.
    private struct Key: Hashable {
        let number: Int
        let hash: Int

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    @Test(arguments: [1, 7, 1 << 40], 0..<3 as Range<UInt64>)
    func `a hash trie and its copies match dictionaries even with colliding hashes`(hashes: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (trie, expected) = (HashTrie<Key, Int>(), [Key: Int]())
        var copies: [(HashTrie<Key, Int>, [Key: Int])] = []
        for step in 0..<600 {
            let number = Int.random(in: 0..<120, using: &random)
            let key = Key(number: number, hash: number % hashes)
            let value = Int.random(in: 0..<3, using: &random) == 0 ? nil : step
            #expect(trie.replace(key, by: value) == expected[key])
            expected[key] = value
            #expect(trie[key] == expected[key])
            if step % 150 == 0 { copies.append((trie, expected)) }
        }
        copies.append((trie, expected))
        for (trie, expected) in copies {
            for number in 0..<120 {
                let key = Key(number: number, hash: number % hashes)
                #expect(trie[key] == expected[key])
            }
        }
    }
}
