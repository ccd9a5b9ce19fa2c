import ArgumentParser
import Foundation
import Networking
import OrbitModels

/// Decodes a feed as Discover does: broken profiles are quarantined, and unknown values are kept. `JSONDecoder` and
/// `JSONReader` take turns.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "decode", abstract: "Decode a feed of profiles.")

    @Argument(help: "A feed, as `generate feed` writes it.")
    var file: String
    @OptionGroup var times: Repetitions

    func run() throws {
        let decoding = FeedDecoding(file: file, repetitions: times.repetitions)
        try decoding.measure("orbit", Envelope<Feed>.self, reader: JSONReader()) { envelope in
            guard case .success(let feed) = envelope else { throw UnexpectedInput("The feed reports a failure.") }
            if let broken = feed.profiles.quarantined.first { throw UnexpectedInput(broken.reason) }
            return feed.profiles.elements.map { ($0.statedAge ?? 0, $0.interests.count, $0.bio) }
        }
    }

    private struct Feed: Decodable {
        var profiles: LossyList<Profile>
    }
}

/// Decodes the same feed with plain structs and explicit keys, which is the least work for `JSONDecoder`.
struct DecodePlainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-plain", abstract: "Decode the same feed with plain structs, for comparison.")

    @Argument(help: "A feed, as `generate feed` writes it.")
    var file: String
    @OptionGroup var times: Repetitions

    func run() throws {
        try FeedDecoding(file: file, repetitions: times.repetitions).measure("plain", PlainFeed.self) { feed in
            feed.data.profiles.map { ($0.age, $0.interests.count, $0.bio) }
        }
    }
}

/// Decodes a file repeatedly.
private struct FeedDecoding {
    let file: String
    let repetitions: Int

    func measure<Document: Decodable>(
        _ name: String, _ type: Document.Type, reader: JSONReader? = nil,
        _ people: (Document) throws -> [(age: Int, interests: Int, bio: String)]
    ) throws {
        let bytes = try Data(contentsOf: URL(filePath: file))
        let megabytes = Double(bytes.count) / 1e6
        var times: [Double] = []
        var readerTimes: [Double] = []
        var last: [(age: Int, interests: Int, bio: String)] = []
        for _ in 0..<repetitions {
            let (document, time) = try milliseconds { try OrbitJSON.decoder.decode(type, from: bytes) }
            times.append(time)
            last = try people(document)
            guard let reader else { continue }
            let (read, readerTime) = try milliseconds { try reader.decode(type, from: bytes) }
            readerTimes.append(readerTime)
            last = try people(read)
        }
        var report = BenchmarkReport()
        report.add("impl", name)
        report.add("profiles", last.count)
        report.add("mb", megabytes, digits: 2)
        report.add("ms", spread: times, digits: 2)
        report.add("mbps", spread: times.map { megabytes / $0 * 1_000 }, digits: 1)
        if reader != nil {
            report.add("reader_ms", spread: readerTimes, digits: 2)
            report.add("reader_mbps", spread: readerTimes.map { megabytes / $0 * 1_000 }, digits: 1)
            report.add("times_faster", spread: zip(times, readerTimes).map { $0 / $1 }, digits: 2)
        }
        report.add("chk", last.reduce(0) { $0 + $1.age + $1.interests + $1.bio.utf8.count })
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }
}
