/// The restart markers inside of the scans of a JPEG file (ITU-T T.81, B.2.1 and E.1.4).
///
/// They are numbered from 0 to 7 again and again, and divide a scan into intervals of a number of coded units that the file
/// states. A marker out of order, or more of them than the picture has intervals, would make room for other data.
struct JPEGRestarts {
    private var frame: [UInt8] = []
    /// Coded units between two markers; 0 if there are no markers.
    private var interval = 0

    /// Takes in what the scans after a segment depend on.
    ///
    /// - Parameter segment: the next one of the file.
    /// - Returns: whether the segment is no scan, or one whose markers are in order.
    mutating func follow(_ segment: JPEGSegment, in file: [UInt8]) -> Bool {
        let payload = Array(file[segment.payload])
        switch segment.marker {
        case .restartInterval: interval = Int(payload[0]) << 8 + Int(payload[1])
        case .startOfScan: return areInOrder(in: file[segment.payload.endIndex..<segment.bytes.endIndex], of: payload)
        case let marker where marker.isFrame: frame = payload
        default: break
        }
        return true
    }

    /// The positions of the segments that change the interval of a scan. A segment that another replaces before a scan, or
    /// that repeats the interval, does not help to show the picture.
    static func usedIntervals(of segments: [JPEGSegment], in file: [UInt8]) -> Set<Int> {
        var used: Set<Int> = []
        var last: JPEGSegment?
        var interval: [UInt8] = [0, 0]
        for segment in segments {
            if segment.marker == .restartInterval { last = segment }
            guard segment.marker == .startOfScan, let new = last else { continue }
            last = nil
            guard !file[new.payload].elementsEqual(interval) else { continue }
            interval = Array(file[new.payload])
            used.insert(new.bytes.startIndex)
        }
        return used
    }

    private func areInOrder(in data: ArraySlice<UInt8>, of scan: [UInt8]) -> Bool {
        guard let units = units(of: scan) else { return false }
        let most = interval == 0 ? 0 : (units - 1) / interval
        var (count, isAfterFill) = (0, false)
        for byte in data {
            if isAfterFill, (0xD0...0xD7).contains(byte) {
                guard count < most, Int(byte) == 0xD0 + count % 8 else { return false }
                count += 1
            }
            isAfterFill = byte == 0xFF
        }
        return true
    }

    /// How many units a scan codes: of one component its blocks, of several the squares in which these repeat (A.2); `nil`
    /// if the frame has none of a component, or no sampling factor for it.
    private func units(of scan: [UInt8]) -> Int? {
        let parts = stride(from: 6, to: frame.count, by: 3).map { place in
            (id: frame[place], across: Int(frame[place + 1] >> 4), down: Int(frame[place + 1] & 0x0F))
        }
        guard let across = parts.map(\.across).max(), let down = parts.map(\.down).max(),
            parts.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) })
        else { return nil }
        let (width, height) = (Int(frame[3]) << 8 + Int(frame[4]), Int(frame[1]) << 8 + Int(frame[2]))
        guard scan[0] == 1 else { return (width.inSteps(of: 8 * across)) * (height.inSteps(of: 8 * down)) }
        guard let part = parts.first(where: { $0.id == scan[1] }) else { return nil }
        let wide = (width * part.across).inSteps(of: across).inSteps(of: 8)
        return wide * (height * part.down).inSteps(of: down).inSteps(of: 8)
    }
}

extension Int {
    /// How many steps of a size it takes to come this far.
    fileprivate func inSteps(of size: Int) -> Int { (self + size - 1) / size }
}
