import Testing

@testable import Profiles

@Suite struct PictureSizeTests {
    @Test(arguments: [
        (10_000, 10_000, true), (10_000, 10_001, false), (1, 100_000_000, true), (1, 100_000_001, false),
        (0, 10, false), (10, 0, false), (-10, -10, false), (.max, .max, false), (.max, 2, false),
    ])
    func `a picture of up to a hundred million pixels is shown`(width: Int, height: Int, isShown: Bool) {
        #expect(PictureSize.isShown(width: width, height: height) == isShown)
    }
}
