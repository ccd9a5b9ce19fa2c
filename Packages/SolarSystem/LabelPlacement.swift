import Drawing

extension SolarSystem {
    /// Returns the label of each planet in order of rank, or `nil` for a planet without room for its label.
    ///
    /// Better ranked planets choose first. Each planet tries its whole name below, above, beside and diagonally, then
    /// shorter prefixes. O(n) for planets of similar size.
    func labels(diameters: [Double]) -> [Planet.Label?] {
        let fontSize = min(max(orbits.diameter * 0.17, 9), 12)
        guard orbits.diameter >= fontSize * 1.5 else { return Array(repeating: nil, count: seats.count) }
        var room = CollisionGrid(canvas: canvas, cell: orbits.spacing)
        room.occupy(discAt: canvas.centre, radius: canvas.centreDiameter / 2 + 2)
        for (seat, diameter) in zip(seats, diameters) { room.occupy(discAt: seat.point, radius: diameter / 2 + 0.5) }

        return zip(seats, diameters).map { seat, diameter in
            let name = seat.candidate.name
            guard !name.isEmpty, diameter >= fontSize * 1.5 else { return nil }
            let whole = TextWidth.ems(of: name)
            var tried = Double.infinity
            for widest in [1.7, 0.96, 0.7].map({ (orbits.spacing * $0 - 2) / fontSize }) where tried > widest {
                let fits = whole <= widest
                guard let line = fits ? (name, whole) : TextWidth.truncated(name, ems: widest) else { break }
                tried = line.1
                let size = (width: (line.1 * fontSize).rounded(.up) + 2, height: (fontSize * 1.25).rounded(.up))
                for side in Side.allCases {
                    let box = side.box(of: size, around: seat.point, radius: diameter / 2)
                    guard room.isFree(box) else { continue }
                    room.occupy(box)
                    return Planet.Label(
                        text: line.0, isTruncated: !fits, box: box, alignment: side.alignment, fontSize: fontSize)
                }
            }
            return nil
        }
    }

    /// The positions of a label, the best first.
    private enum Side: CaseIterable {
        case below, above, right, left, belowToRight, belowToLeft, aboveToRight, aboveToLeft

        var alignment: LineAlignment {
            switch self {
            case .below, .above: .centre
            case .right, .belowToRight, .aboveToRight: .left
            case .left, .belowToLeft, .aboveToLeft: .right
            }
        }

        func box(of size: (width: Double, height: Double), around point: Point, radius: Double) -> Box {
            let away = radius + 1
            let x =
                switch self {
                case .below, .above: point.x - size.width / 2
                case .right: point.x + away + 2
                case .left: point.x - away - 2 - size.width
                case .belowToRight, .aboveToRight: point.x - radius / 2
                case .belowToLeft, .aboveToLeft: point.x + radius / 2 - size.width
                }
            let y =
                switch self {
                case .below, .belowToRight, .belowToLeft: point.y + away
                case .above, .aboveToRight, .aboveToLeft: point.y - away - size.height
                case .right, .left: point.y - size.height / 2
                }
            return Box(x: x, y: y, width: size.width, height: size.height)
        }
    }
}
