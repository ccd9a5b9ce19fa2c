/// A JPEG file, segment by segment (ITU-T T.81, annex B; JFIF 1.02; Exif 2.32).
///
/// The compressed picture is not decoded, so it may contain other data. Other segments are kept only if the picture
/// needs them. A repeated segment that has no effect on the picture is removed as well.
enum JPEGFile {
    /// Returns the file with only the data that displays the picture. Removes bytes after the end of the picture.
    /// Returns `nil` if the file is damaged, or of a kind that viewers do not show.
    static func withoutMetadata(_ file: [UInt8]) -> [UInt8]? {
        guard let segments = segments(of: file) else { return nil }
        var (head, body): ([UInt8], [UInt8]) = ([], [])
        var orientation: JPEGOrientation?
        let colours = colourSegment(of: segments, in: file)
        let tables = JPEGTables(of: segments, in: file)
        let intervals = JPEGRestarts.usedIntervals(of: segments, in: file)
        for segment in segments {
            if orientation == nil { orientation = segment.orientation(in: file) }
            if segment.marker == .restartInterval, !intervals.contains(segment.bytes.startIndex) { continue }
            let cleaned = segment.holdsTables ? tables.cleaned(segment, in: file) : segment.cleaned(in: file)
            guard let kept = cleaned else { continue }
            if segment.marker == .app14 {
                if segment.bytes == colours { body += kept }
            } else if segment.marker != .app0 {
                body += kept
            } else if head.isEmpty {
                head = kept
            }
        }
        if let orientation, orientation != .upright { head += orientation.segment }
        return Marker.startOfImage.bytes + head + body
    }

    /// Whether the file contains only the data that displays the picture. Examines only the finished bytes, regardless
    /// of their origin.
    static func isClean(_ file: [UInt8]) -> Bool {
        guard let segments = segments(of: file), segments.last?.bytes.endIndex == file.endIndex else { return false }
        var end = Marker.startOfImage.bytes.count
        for segment in segments {
            guard segment.bytes.startIndex == end, file[end] == 0xFF, segment.isClean(in: file) else { return false }
            end = segment.bytes.endIndex
        }
        let tables = JPEGTables(of: segments, in: file)
        guard segments.allSatisfy({ tables.areAllUsed(in: $0) }) else { return false }
        let intervals = segments.filter { $0.marker == .restartInterval }.map(\.bytes.startIndex)
        guard JPEGRestarts.usedIntervals(of: segments, in: file).isSuperset(of: intervals) else { return false }
        let colours = colourSegment(of: segments, in: file)
        guard segments.allSatisfy({ $0.marker != .app14 || $0.bytes == colours }) else { return false }
        return [Marker.app0, .app1].allSatisfy { marker in segments.count { $0.marker == marker } <= 1 }
    }

    /// Returns the range of the Adobe segment that viewers apply: the last before the first scan. Each Adobe segment
    /// replaces its predecessor.
    private static func colourSegment(of segments: [JPEGSegment], in file: [UInt8]) -> Range<Int>? {
        segments.prefix { $0.marker != .startOfScan }
            .last { $0.marker == .app14 && $0.cleaned(in: file) != nil }?.bytes
    }

    /// Returns all segments from the start of the image to its end, which is included. Returns `nil` if they are not a
    /// picture.
    private static func segments(of file: [UInt8]) -> [JPEGSegment]? {
        guard file.starts(with: Marker.startOfImage.bytes) else { return nil }
        var (segments, restarts): ([JPEGSegment], JPEGRestarts) = ([], JPEGRestarts())
        var position = Marker.startOfImage.bytes.count
        while segments.count < longestList, let segment = JPEGSegment(in: file, at: position),
            restarts.follow(segment, in: file)
        {
            segments.append(segment)
            position = segment.bytes.endIndex
            if segment.marker == .endOfImage { return isPicture(segments, in: file) ? segments : nil }
        }
        return nil
    }

    /// Whether the segments are one frame and then scans of its components: at least one scan, and no more than
    /// encoders make.
    private static func isPicture(_ segments: [JPEGSegment], in file: [UInt8]) -> Bool {
        guard let frame = segments.firstIndex(where: \.marker.isFrame),
            let scan = segments.firstIndex(where: { $0.marker == .startOfScan })
        else { return false }
        guard frame < scan, segments.count(where: \.marker.isFrame) == 1 else { return false }
        let scans = segments.filter { $0.marker == .startOfScan }.map { Array(file[$0.payload]) }
        // Viewers do not show a scan of a component that is missing in the frame.
        let described = Array(file[segments[frame].payload])
        let components = Set(stride(from: 6, to: described.count, by: 3).map { described[$0] })
        let scanned = scans.flatMap { scan in stride(from: 1, to: scan.count - 3, by: 2).map { scan[$0] } }
        guard components.isSuperset(of: scanned) else { return false }
        if segments[frame].marker == .progressiveFrame {
            // A scan of AC coefficients has one component (T.81, G.1.1.1.1), so it uses one Huffman table.
            return scans.count <= maxScans && scans.allSatisfy { $0[$0.count - 3] == 0 || $0[0] == 1 }
        }
        // A sequential scan contains its components completely, so each component has only one scan.
        return Set(scanned).count == scanned.count
    }

    /// The maximum number of scans of a progressive picture. Each scan may replace tables and the restart interval.
    /// For three components, libjpeg makes about ten scans. mozjpeg makes up to about twenty, because it tries many
    /// ways to divide the coefficients among scans.
    private static let maxScans = 64

    /// The maximum number of segments. Genuine files have some dozens, or hundreds with much metadata.
    private static let longestList = 4_096

    /// The second byte of a marker, after 0xFF.
    struct Marker: RawRepresentable, Equatable {
        let rawValue: UInt8

        static let startOfImage = Self(rawValue: 0xD8)
        static let endOfImage = Self(rawValue: 0xD9)
        static let progressiveFrame = Self(rawValue: 0xC2)
        static let startOfScan = Self(rawValue: 0xDA)
        static let quantisationTables = Self(rawValue: 0xDB)
        static let huffmanTables = Self(rawValue: 0xC4)
        static let restartInterval = Self(rawValue: 0xDD)
        static let app0 = Self(rawValue: 0xE0)
        static let app1 = Self(rawValue: 0xE1)
        static let app14 = Self(rawValue: 0xEE)
        static let comment = Self(rawValue: 0xFE)

        var bytes: [UInt8] { [0xFF, rawValue] }

        /// Whether the marker starts a baseline, extended or progressive frame, which are the kinds that viewers show.
        var isFrame: Bool { (0xC0...0xC2).contains(rawValue) }

        /// Whether the segment contains data about the picture, and not the picture itself.
        var isMetadata: Bool { (0xE0...0xEF).contains(rawValue) || self == .comment }
    }
}
