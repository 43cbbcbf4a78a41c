import Stitcher
import Testing
