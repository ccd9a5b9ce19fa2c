import Foundation
import SwiftUI

#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

extension Image {
    /// Creates the picture in JPEG or PNG data; `nil` if the data is not a picture.
    init?(decoding data: Data) {
        #if canImport(UIKit)
            guard let image = UIImage(data: data) else { return nil }
            self.init(uiImage: image)
        #elseif canImport(AppKit)
            guard let image = NSImage(data: data) else { return nil }
            self.init(nsImage: image)
        #else
            // The check on Linux has no decoder.
            return nil
        #endif
    }
}
